import type { z } from 'zod'
import { clockChoice, instantChoice } from './harness/clock-spec.ts'
import { faultSchema } from './harness/faults/schema.ts'
import { silentFaults } from './harness/findings.ts'
import { exportFixture } from './harness/fixtures/export.ts'
import { readFixture } from './harness/fixtures/read.ts'
import { inlineSource } from './harness/fixtures/source.ts'
import { filtered } from './harness/journal-filter.ts'
import { presentExchange } from './harness/present-exchange.ts'
import { verificationSchema, verify } from './harness/verify.ts'
import { socketless } from './http/fate.ts'
import { inWords, problems, shortName } from './kernel/wire.ts'
import type { Receipt, SimulatedSandbox } from './public.ts'
import type { Service } from './service.ts'
import { advance, clockState, setClock } from './steering/clock.ts'
import { SteeringError } from './steering/error.ts'
import { addFault, clearFaults, faultsOf, removeFault } from './steering/faults.ts'
import { setUpState, tearDownState } from './steering/provider-state.ts'
import { activate, activeScenario, deactivate, restart } from './steering/restart.ts'
import { deleteSnapshot, restoreSnapshot, takeSnapshot } from './steering/snapshots.ts'

/** @param urlOf the base URL of the sandbox */
export function simulatedSandbox(service: Service, name: string, urlOf: () => string): SimulatedSandbox {
  const { catalogue } = service
  const sandbox = () => service.sandboxes.get(name)
  const world = () => sandbox().world
  const moved = (frozen: boolean, at?: string): Promise<Receipt> =>
    setClock(sandbox(), { frozen, atMs: at === undefined ? undefined : instantChoice(at) })
  return {
    name,
    get url() {
      return urlOf()
    },
    fetch: async (input, init) => {
      const request = new Request(typeof input === 'string' ? new URL(input, urlOf()) : input, init)
      request.signal.throwIfAborted()
      const response = await service.respond(request, name)
      request.signal.throwIfAborted()
      return socketless(response)
    },
    reset: ({ clock, ...to } = {}) =>
      restart(catalogue, sandbox(), { ...to, ...(clock !== undefined && { clock: clockChoice(clock) }) }),
    clock: {
      get now() {
        return clockState(world()).now
      },
      get mode() {
        return clockState(world()).mode
      },
      advance: (seconds) => advance(sandbox(), seconds),
      freeze: (at) => moved(true, at),
      run: (at) => moved(false, at),
    },
    scenario: (choice, params) => {
      if (choice === null) deactivate(sandbox())
      else if (choice !== undefined) activate(catalogue, sandbox(), choice, params)
      return activeScenario(sandbox())
    },
    faults: {
      list: () => faultsOf(sandbox()),
      add: (fault) => addFault(sandbox(), parsed(faultSchema, fault)),
      remove: (fault) => removeFault(sandbox(), fault),
      clear: () => void clearFaults(sandbox()),
    },
    journal: {
      get dropped() {
        return world().journal.dropped
      },
      list: (filter = {}) => filtered(world().journal, filter).map(presentExchange),
      find: (id) => {
        const found = world().journal.find(id)
        return found && presentExchange(found)
      },
      verify: (match, count) => verify(world().journal, parsed(verificationSchema, { match, ...(count && { count }) })),
      clear: () => world().journal.clear(),
    },
    snapshots: {
      list: () => sandbox().snapshots,
      take: (moment) => takeSnapshot(sandbox(), parsed(shortName, moment)),
      restore: (moment) => restoreSnapshot(sandbox(), moment),
      delete: (moment) => deleteSnapshot(sandbox(), moment),
    },
    exportState: () => exportFixture(world().tables, world().invention),
    importState: (fixture) => sandbox().import(readFixture([inlineSource(fixture)])),
    coverage: () => world().coverage.report(),
    findings: () => [...world().findings.list(), ...silentFaults(world().faults)],
    providerState: {
      setUp: (state, params) => setUpState(catalogue, sandbox(), state, params),
      tearDown: () => tearDownState(sandbox()),
    },
  }
}

function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new SteeringError('invalid_args', problems(result.error).map(inWords).join('; '))
}
