import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** 64 lowercase hex digits. */
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/** What is shown in place of a secret. */
export const MASK = '********'

const SEALED = /^sealed:[0-9a-f]{8}$/

/**
 * Replaces a secret on its way into a world: what is kept tells two secrets apart and cannot be turned back.
 * Sealing what is sealed changes nothing, so an export can be imported again.
 */
export const seal = (secret: string): string =>
  SEALED.test(secret) ? secret : `sealed:${sha256Hex(secret).slice(0, 8)}`
