import type { Invention } from '../../../../kernel/invention.ts'
import type { Row } from '../../../../kernel/row-set.ts'
import { type Collection, declarations, type StoredRow, type Tables } from '../../../../marketplace/collections.ts'
import { bootAgeMs, type Status, statusOf } from '../../../../marketplace/instances/status.ts'
import { namedIds, namingRows, references } from '../../../../marketplace/references.ts'
import type { World } from '../../../../sandbox/world.ts'

/** Rows that are related to a row in one way. */
export interface Related {
  /** What they are to it: `Host`, `Offers`. */
  readonly label: string
  readonly collection: Collection
  readonly rows: readonly Row[]
}

/** The rows that a row refers to, and those that refer to it. */
export function relationsOf(tables: Tables, collection: Collection, row: Row): readonly Related[] {
  const referredTo = references
    .filter(({ from }) => from === collection)
    .map((reference) => ({
      label: reference.label,
      collection: reference.to,
      rows: namedIds(reference, row).flatMap((id): Row | readonly Row[] => tables[reference.to].get(id) ?? []),
    }))
  const referring = references
    .filter(({ to }) => to === collection)
    .map((reference) => ({
      label: reference.back,
      collection: reference.from,
      rows: namingRows(tables, reference, row.id),
    }))
  return [...referredTo, ...referring].filter(({ rows }) => rows.length > 0)
}

/** A row as clients see it: with values invented for what its fixture does not say, and the status of an instance. */
export function completeRow(world: World, collection: Collection, row: Row): object {
  const { tables, invention } = world
  const status = collection === 'instances' ? statusIn(world, row.id) : undefined
  return completed(invention, collection, tables[collection].get(row.id)) ?? { ...status, ...row }
}

function statusIn({ tables, clock }: World, id: number): Status | undefined {
  const instance = tables.instances.get(id)
  return instance && statusOf(instance, bootAgeMs(instance, clock.nowMs))
}

/** Reads a field of the status of the instance with an id. */
export const shownStatus =
  (world: World, field: string) =>
  (id: number): unknown =>
    Reflect.get(statusIn(world, id) ?? {}, field)

const completed = <C extends Collection>(
  invention: Invention,
  name: C,
  row: StoredRow<C> | undefined,
): object | undefined => row && declarations[name].invented?.complete(invention, row)
