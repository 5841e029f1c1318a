import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { MAX_RESULTS_OF_PATHS, memoizeByText } from './memoize-by-text.ts'

/** What a bearer may be, so that every client can send it as it is. */
export const IN_HEADER = /^[!-~](?:[ -~]*[!-~])?$/

type Hash = (text: string) => string

const portable: Hash = (text) => bytesToHex(sha256(utf8ToBytes(text)))

/** The hash of Node, where there is Node: it takes a tenth of the time, once it is loaded. */
function ofNode(): Hash | undefined {
  const crypto = globalThis.process?.getBuiltinModule?.('crypto')
  return crypto && ((text) => crypto.hash('sha256', text))
}

/** For fewer hashes, loading Node's takes longer than it saves. */
const NODE_HASH_AFTER = 1000

let made = 0
let hash = portable

/** Lowercase hex digits, two for each byte that is wanted. */
export function sha256Hex(text: string, bytes = 32): string {
  made += 1
  if (made === NODE_HASH_AFTER) hash = ofNode() ?? portable
  return hash(text).slice(0, bytes * 2)
}

/** The SHA-256 of an API key, or of a word of a path that could be one. */
export const keyDigest = memoizeByText((key) => sha256Hex(key), MAX_RESULTS_OF_PATHS)

/** Compares texts with a secret one in a time that tells nothing about the secret. */
export class SecretText {
  /** Random, so that no client can predict the digests that are compared. */
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

/** 256 random bits of the system, in hex: for secrets of the server. Simulated values come from the seed. */
export const randomSecret = (): string => bytesToHex(randomBytes(32))

/** What is shown in place of a secret. */
export const MASK = '********'

/** Stored in place of a secret. It is the same for all: a digest would let a weak secret be guessed. */
export const SEALED = 'sealed'
