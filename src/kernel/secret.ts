import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
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

/** What is shown in place of a secret. */
export const MASK = '********'

/** What is kept of a secret on its way into a world: that there is one. Whatever told two apart would let a weak one be guessed. */
export const SEALED = 'sealed'
