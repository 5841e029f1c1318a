import type { Invention } from '../kernel/invention.ts'
import type { Row } from '../kernel/row-set.ts'
import { type Collection, declarations, type StoredRow } from '../marketplace/collections.ts'
import { presentInstance } from '../marketplace/instances/present.ts'
import { bootAgeMs, statusOf } from '../marketplace/instances/status.ts'
import type { World } from '../sandbox/world.ts'

/** A row as clients see it: with the values that are invented where its fixture is silent, and the status of an instance. */
export function completeRow(world: World, collection: Collection, row: Row): object {
  const { tables, invention } = world
  const instance = collection === 'instances' ? tables.instances.get(row.id) : undefined
  if (instance !== undefined) {
    const { fields } = presentInstance(world, instance)
    return { ...fields, image: fields.image_uuid, args: fields.image_args, ...row }
  }
  return completed(invention, collection, tables[collection].get(row.id)) ?? row
}

/** Reads a field of the status of the instance with an id. */
export const shownStatus =
  ({ tables, clock }: World, field: string) =>
  (id: number): unknown => {
    const instance = tables.instances.get(id)
    return instance && Reflect.get(statusOf(instance, bootAgeMs(instance, clock.nowMs)), field)
  }

const completed = <C extends Collection>(
  invention: Invention,
  name: C,
  row: StoredRow<C> | undefined,
): object | undefined => row && declarations[name].invented?.complete(invention, row)

/** All values of the status of the instance with an id. */
export function statusValues({ tables, clock }: World, id: number): readonly unknown[] {
  const instance = tables.instances.get(id)
  return instance === undefined ? [] : Object.values(statusOf(instance, bootAgeMs(instance, clock.nowMs)))
}
