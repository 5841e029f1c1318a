import { type Randomizer, SimpleFaker } from '@faker-js/faker'
import alea from 'seedrandom/lib/alea.js'
import { memoizeByObject } from './memoize-by-object.ts'
import type { Row } from './row-set.ts'

/** Characters of a seed: each value that is drawn hashes all of them. */
export const MAX_SEED = 256

/** Draws one field's value from the stream that belongs to that field alone. */
export type Draw = <T>(field: string, make: (faker: Chance) => T) => T

/** Draws values: the part of Faker that is used. The package does not bring Faker's types. */
interface Chance {
  readonly number: {
    readonly int: (options?: { readonly min?: number; readonly max?: number }) => number
    readonly float: (options?: {
      readonly min?: number
      readonly max?: number
      readonly fractionDigits?: number
      readonly multipleOf?: number
    }) => number
  }
  readonly helpers: {
    readonly arrayElement: <T>(from: readonly T[]) => T
    readonly weightedArrayElement: <T>(from: readonly { readonly weight: number; readonly value: T }[]) => T
  }
  readonly datatype: { readonly boolean: (probability: number) => boolean }
  readonly string: {
    readonly hexadecimal: (options: {
      readonly length: number
      readonly casing: 'lower'
      readonly prefix: string
    }) => string
  }
}

const randomizer: Randomizer = { next: alea(''), seed: () => undefined }
/** Without a locale: numbers and choices need none, and loading one would double the time of a start. */
const faker = new SimpleFaker({ randomizer })

/**
 * Invents values from a seed. Each value has a stream of its own, keyed by (seed, collection, id, field),
 * so that one more row, field or call changes nothing else.
 */
export class Invention {
  readonly seed: string
  /** Unix seconds. Invented dates lie around it. */
  readonly epochSeconds: number

  constructor(seed: string, epochSeconds: number) {
    this.seed = seed
    this.epochSeconds = epochSeconds
  }

  draw(collection: string, id: number): Draw {
    return (field, make) => {
      randomizer.next = alea(`${this.seed}/${collection}/${id}/${field}`)
      return make(faker)
    }
  }
}

/**
 * A function that adds invented fields to a row where it leaves them out; the result is kept with the row.
 *
 * @example const completeDisk = invents('network_disks', (draw, disk: DiskRow) => ({ inet_up: draw('inet_up', mbps), ...disk }))
 */
export function defineInvention<R extends Row, Complete extends object>(
  collection: string,
  complete: (draw: Draw, row: R, invention: Invention) => Complete,
): (invention: Invention, row: R) => Complete {
  const ofInvention = memoizeByObject((invention: Invention) =>
    memoizeByObject((row: R) => complete(invention.draw(collection, row.id), row, invention)),
  )
  return (invention, row) => ofInvention(invention)(row)
}
