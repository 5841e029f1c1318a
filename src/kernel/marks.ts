import { z } from 'zod'
import type { Choice } from './rule.ts'

/** Marks a part that the contract does not show, for the OpenAPI document. */
export const markAssumed = <T extends z.ZodType>(schema: T): T =>
  schema.meta({ ...schema.meta(), 'x-sim-basis': 'assumed' })

/** Marks a part that is accepted, but that no client should send: the OpenAPI document leaves it out. */
export const markNotOffered = <T extends z.ZodType>(schema: T): T =>
  schema.meta({ ...schema.meta(), 'x-sim-offered': false })

/** Marks a part that is there under one behaviour of a choice only: the OpenAPI document of other worlds leaves it out. */
export const markOnlyUnder = <T extends z.ZodType, Name extends string>(
  choice: Choice<Name>,
  name: NoInfer<Name>,
  schema: T,
): T => schema.meta({ ...schema.meta(), 'x-sim-under': `${choice.id}=${name}` })

/** Marks every field of an object as assumed, in place: the schemas must not be used elsewhere. */
export const markAllAssumed = <Shape extends Fields>(shape: Shape): Shape =>
  markAll(shape, { 'x-sim-basis': 'assumed' })

/** Marks every field of an object as one that is there under one behaviour of a choice only, in place. */
export const markAllUnder = <Shape extends Fields, Name extends string>(
  choice: Choice<Name>,
  name: NoInfer<Name>,
  shape: Shape,
): Shape => markAll(shape, { 'x-sim-under': `${choice.id}=${name}` })

type Fields = Readonly<Record<string, z.ZodType>>

function markAll<Shape extends Fields>(shape: Shape, mark: object): Shape {
  for (const schema of Object.values(shape)) z.globalRegistry.add(schema, { ...schema.meta(), ...mark })
  return shape
}
