import alea from 'seedrandom/lib/alea.js'

const PER_UINT32 = 2 ** -32

/** Hashes one more text, character by character, as seedrandom's `alea` hashes its seed. */
export function hashOn(hash: number, text: string): number {
  let n = hash
  for (let at = 0; at < text.length; at += 1) {
    // Math.floor instead of `>>> 0`: these numbers are neither negative nor beyond 32 bits.
    const product = 0.02519603282416938 * (n + text.charCodeAt(at))
    const whole = Math.floor(product)
    const mixed = (product - whole) * whole
    n = Math.floor(mixed)
    n += (mixed - n) * 2 ** 32
  }
  return n
}

const fraction = (hash: number): number => (hash >>> 0) * PER_UINT32

const ofOneBlank = hashOn(0xefc8249d, ' ')

/** Where the hash of every seed begins: alea hashes three blanks before it. */
export const UNSEEDED = hashOn(hashOn(ofOneBlank, ' '), ' ')

/** The first number of `alea(seed)`: of its three hashes of the seed, it needs one. */
function firstNumber(hash: number): number {
  const state = fraction(ofOneBlank) - fraction(hash)
  const product = 2091639 * (state < 0 ? state + 1 : state) + PER_UINT32
  return product - Math.floor(product)
}

/**
 * The numbers of `alea(seed)`. Almost every seed is asked for one number, so the library is called for the second.
 * One stream is begun again and again, because a large world draws millions of values.
 */
export class RandomStream {
  #hash = UNSEEDED
  #start = ''
  #end = ''
  #isBegun = false
  #rest: (() => number) | undefined

  /** @param hash that of the seed, which is start and end: they are rarely put together */
  begin(hash: number, start: string, end: string): void {
    this.#hash = hash
    this.#start = start
    this.#end = end
    this.#isBegun = false
    this.#rest = undefined
  }

  next(): number {
    if (!this.#isBegun) {
      this.#isBegun = true
      return firstNumber(this.#hash)
    }
    if (this.#rest === undefined) {
      this.#rest = alea(this.#start + this.#end)
      this.#rest()
    }
    return this.#rest()
  }
}
