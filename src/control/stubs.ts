import { z } from 'zod'
import { shortName } from '../kernel/names.ts'
import { strictObject } from '../kernel/wire.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { presentAdded, presentStub, type ShownStub } from '../testing/faults/present.ts'
import { stubSchema } from '../testing/stubs/schema.ts'
import { call } from './call.ts'
import { unknownName } from './error.ts'
import { addTo, shownRemoved, shownReplacing } from './faults.ts'

const stubsOf = ({ world }: Sandbox): readonly ShownStub[] =>
  world.stubs.list().map(({ written, matched }) => presentStub(written, matched))

/** How many stubs calls may add to a sandbox: a request that no operation takes is compared with each. */
export const MAX_STUBS = 1000

const shownStub = strictObject({
  name: shortName,
  match: z.looseObject({}),
  answer: strictObject({ status: z.int(), headers: z.record(z.string(), z.string()), body: z.unknown().optional() }),
  matched: z.int(),
})

/** Answers to calls that no operation takes. */
export const stubCalls = {
  list: call('GET /stubs', {
    summary: 'The stubs, with the number of requests that each answered',
    shows: strictObject({ stubs: z.array(shownStub) }),
    act: ({ sandbox }) => stubsOf(sandbox),
    show: (stubs) => ({ stubs }),
  }),
  add: call('POST /stubs', {
    summary: 'Adds a stub, or replaces the one of this name',
    takes: stubSchema,
    shows: shownStub.extend({
      yields_to: z
        .array(z.string())
        .describe('Operations that its path covers: where the dialect serves them, they answer for themselves.'),
      msg: shownReplacing,
    }),
    act: ({ sandbox }, stub) => {
      const replacing = addTo(sandbox.world.stubs, stub, sandbox, { noun: 'stub', max: MAX_STUBS })
      return { ...presentAdded(stub), ...replacing }
    },
    tells: ({ name }) => `stub ${name} added`,
  }),
  clear: call('DELETE /stubs', {
    summary: 'Deletes all stubs',
    shows: shownRemoved,
    act: ({ sandbox: { world } }) => {
      world.controlCallsMade.add('DELETE /_sim/stubs')
      return world.stubs.clear()
    },
    tells: () => 'all stubs deleted',
    show: (removed) => ({ removed }),
  }),
  remove: call('DELETE /stubs/:name', {
    summary: 'Deletes a stub',
    shows: shownRemoved,
    act: ({ sandbox: { world }, params: { name } }) => {
      if (!world.stubs.remove(name)) throw unknownName('stub', name, world.stubs.names())
      world.controlCallsMade.add('DELETE /_sim/stubs')
    },
    tells: (_, { params: { name } }) => `stub ${name} deleted`,
    show: (_, { params: { name } }) => ({ removed: [name] }),
  }),
}
