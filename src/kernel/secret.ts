import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { remembered } from './remembered.ts'

type Hash = (text: string) => string

const portable: Hash = (text) => bytesToHex(sha256(utf8ToBytes(text)))

/** The same by Node, where there is one: a tenth of the time, once it is loaded. */
function ofNode(): Hash | undefined {
  const crypto = globalThis.process?.getBuiltinModule?.('crypto')
  return crypto && ((text) => crypto.hash('sha256', text))
}

/** Until so many are made, loading what Node has takes longer than it saves. */
const SOON = 1000

let made = 0
let hash = portable

/** Lowercase hex digits, two for each byte that is wanted. */
export function sha256Hex(text: string, bytes = 32): string {
  made += 1
  if (made === SOON) hash = ofNode() ?? portable
  return hash(text).slice(0, bytes * 2)
}

/** The SHA-256 of an API key. */
export const keyDigest = remembered((key) => sha256Hex(key))

/** Compares texts with one that is secret: how long it takes tells nothing about that one. */
export class SecretText {
  /** Random, so that nobody can work out what is compared. */
  readonly #salt = bytesToHex(randomBytes(32))
  readonly #digest: string

  constructor(text: string) {
    this.#digest = this.#digestOf(text)
  }

  equals(text: string | undefined): boolean {
    return text !== undefined && this.#digestOf(text) === this.#digest
  }

  #digestOf(text: string): string {
    return sha256Hex(this.#salt + text)
  }
}

/** 256 bits from the system, in hex: for what nobody may guess, and no simulated value rests on. */
export const randomSecret = (): string => bytesToHex(randomBytes(32))

/** What is shown in place of a secret. */
export const MASK = '********'

/** What is kept of a secret on its way into a world: that there is one. Whatever told two apart would let a weak one be guessed. */
export const SEALED = 'sealed'
