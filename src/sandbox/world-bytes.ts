import { bytesOfFault } from '../testing/faults/faults.ts'
import { bytesOfStub } from '../testing/stubs/stubs.ts'
import { changedBytes } from '../marketplace/tables.ts'
import { WorldMoment } from './moment.ts'
import type { World } from './world.ts'

/** What a world takes that was searched in, with no row changed and nothing recorded, measured. */
const WORLD_BYTES = 21_000

/** The memory of a world without its journal. */
export const worldBytes = (world: World): number =>
  WORLD_BYTES +
  changedBytes(world.tables) +
  world.writes.bytes +
  world.faults.bytes +
  world.stubs.bytes +
  bytesOfGone(world)

/** The memory of faults and stubs that are gone, and that the exchanges of a journal still name. */
function bytesOfGone({ faults, stubs, journal }: World): number {
  const first = journal.oldest?.moment
  if (!(first instanceof WorldMoment) || (first.faults === faults.loaded && first.stubs === stubs.loaded)) return 0
  const moments = journal.entries().flatMap(({ moment }) => (moment instanceof WorldMoment ? [moment] : []))
  const goneFaults = without(
    moments.map((each) => each.faults),
    faults.loaded,
  )
  const goneStubs = without(
    moments.map((each) => each.stubs),
    stubs.loaded,
  )
  return (
    goneFaults.reduce((sum, { fault }) => sum + bytesOfFault(fault), 0) +
    goneStubs.reduce((sum, { stub }) => sum + bytesOfStub(stub), 0)
  )
}

/** What is in any of the lists but not in the last. Most lists are one. */
function without<T>(lists: readonly (readonly T[])[], last: readonly T[]): readonly T[] {
  const earlier = new Set(lists)
  earlier.delete(last)
  if (earlier.size === 0) return []
  const here = new Set(last)
  return [...new Set([...earlier].flat())].filter((each) => !here.has(each))
}
