import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { putBounded } from './put-bounded.ts'

/** What a bearer may be, so that every client can send it as it is. */
export const IN_HEADER = /^[!-~](?:[ -~]*[!-~])?$/

/** Lowercase hex digits, two for each byte that is wanted. */
export const sha256Hex = (text: string, bytes = 32): string => bytesToHex(sha256(utf8ToBytes(text)).slice(0, bytes))

const MAX_KNOWN_DIGESTS = 64
const knownDigests = new Map<string, string>()

/** The SHA-256 of an API key, or of a word of a path that could be one. A client sends the same ones again and again. */
export function keyDigest(key: string): string {
  const known = knownDigests.get(key)
  if (known !== undefined) return known
  const digest = sha256Hex(key)
  putBounded(knownDigests, key, digest, MAX_KNOWN_DIGESTS)
  return digest
}

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

/** The text that replaces a secret. */
export const MASK = '********'

/** Stored in place of a secret. It is the same for all: a digest would let a weak secret be guessed. */
export const SEALED = 'sealed'
