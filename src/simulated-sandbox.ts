import { writtenClock } from './harness/clock-spec.ts'
import { expectedFindings } from './harness/expected-findings.ts'
import { faultSchema } from './harness/faults/schema.ts'
import { findingsIn } from './harness/findings.ts'
import { exportFixture } from './harness/fixtures/export.ts'
import { filtered, journalFilter } from './harness/journal-filter.ts'
import { NoRoomError } from './harness/memory-budget.ts'
import { presentExchange } from './harness/present-exchange.ts'
import { verificationSchema } from './harness/verify.ts'
import { socketless } from './http/fate.ts'
import type { ActivationOptions, Receipt, SimulatedSandbox } from './public.ts'
import type { CataloguedEngine } from './open-engine.ts'
import type { Sandbox } from './sandbox.ts'
import { advance, clockState, setClock } from './steering/clock.ts'
import { expectedIn, expectFindings } from './steering/expect-findings.ts'
import { SteeringError } from './steering/error.ts'
import { addFault, clearFaults, faultsOf, removeFault } from './steering/faults.ts'
import { parsed } from './steering/parsed.ts'
import { setUpState, tearDownState } from './steering/provider-state.ts'
import { activate, activeScenario, deactivate, restart } from './steering/restart.ts'
import { deleteSnapshot, restoreSnapshot, takeSnapshot } from './steering/snapshots.ts'
import { importState } from './steering/state.ts'
import { verifyRequests } from './steering/verify.ts'
import { activation, advanceBody, clockBody, resetBody, snapshotBody } from './steering/wire.ts'

/** @param urlOf the base URL of the sandbox */
export function simulatedSandbox(engine: CataloguedEngine, name: string, urlOf: () => string): SimulatedSandbox {
  const { catalogue } = engine
  const look = () => engine.sandboxes.look(name)
  const world = () => look().world
  /** What code does shows on the pages as what a control call does. */
  const act = <Done>(does: (acted: Sandbox) => Done): Done => {
    const acted = engine.sandboxes.enter(name)
    const done = withinBudget(() => does(acted))
    acted.use({ changes: true })
    acted.changed()
    return done
  }
  const moved = async (to: { readonly at?: string; readonly frozen: boolean }): Promise<Receipt> => {
    const { at: atMs, frozen } = parsed(clockBody, to)
    await arrivals()
    const receipt = await act((acted) => setClock(acted, { atMs, frozen }))
    return act(() => receipt)
  }
  return {
    name,
    get url() {
      return urlOf()
    },
    fetch: async (input, init) => {
      const request = new Request(typeof input === 'string' ? new URL(input, urlOf()) : input, init)
      request.signal.throwIfAborted()
      const response = await engine.respond(request, name)
      request.signal.throwIfAborted()
      return socketless(response)
    },
    reset: ({ clock, ...to } = {}) =>
      act((acted) =>
        restart(
          catalogue,
          acted,
          parsed(resetBody, { ...to, ...(clock !== undefined && { clock: writtenClock(clock) }) }),
        ),
      ),
    clock: {
      get now() {
        return clockState(world()).now
      },
      get mode() {
        return clockState(world()).mode
      },
      advance: async (span) => {
        const { seconds } = parsed(advanceBody, { seconds: span })
        await arrivals()
        const receipt = await act((acted) => advance(acted, seconds))
        return act(() => receipt)
      },
      freeze: (at) => moved({ at, frozen: true }),
      run: (at) => moved({ at, frozen: false }),
    },
    scenario: (choice, params, how) => {
      const { clock } = activationOf(how)
      if (choice !== null && choice !== undefined) act((acted) => activate(catalogue, acted, choice, { params, clock }))
      else if (clock !== undefined) throw new SteeringError('invalid_args', 'only a scenario that starts takes a clock')
      else if (choice === null) act(deactivate)
      return activeScenario(look())
    },
    faults: {
      list: () => faultsOf(look()),
      held: () => world().holds.list(),
      add: (fault) => act((acted) => addFault(acted, parsed(faultSchema, fault))),
      remove: (fault) => act((acted) => removeFault(acted, fault)),
      clear: () => void act(clearFaults),
    },
    journal: {
      get dropped() {
        return world().journal.dropped
      },
      list: (filter = {}) => filtered(world().journal, parsed(journalFilter, filter)).map(presentExchange),
      find: (id) => {
        const found = world().journal.find(id)
        return found && presentExchange(found)
      },
      verify: (match, count) => verifyRequests(look(), parsed(verificationSchema, { match, ...(count && { count }) })),
      clear: () => act((acted) => acted.world.journal.clear()),
    },
    snapshots: {
      list: () => look().snapshots,
      take: (moment) => act((acted) => takeSnapshot(acted, parsed(snapshotBody, { name: moment }).name)),
      restore: (moment) => act((acted) => restoreSnapshot(acted, moment)),
      delete: (moment) => act((acted) => deleteSnapshot(acted, moment)),
    },
    exportState: () => structuredClone(exportFixture(world().tables, world().invention)),
    importState: (fixture) => act((acted) => importState(acted, fixture)),
    coverage: () => world().coverage.report(),
    findings: () => findingsIn(world()),
    expectFindings: (expected) =>
      expected === undefined
        ? expectedIn(look())
        : act((acted) => {
            const list = expectFindings(acted, parsed(expectedFindings, expected))
            engine.watching.tally?.changed()
            return list
          }),
    providerState: {
      setUp: (state, params, how) =>
        act((acted) => setUpState(catalogue, acted, state, { params, clock: activationOf(how).clock })),
      tearDown: () => act(tearDownState),
    },
  }
}

const activationOf = ({ clock, ...rest }: ActivationOptions = {}) =>
  parsed(activation, { ...rest, ...(clock !== undefined && { clock: writtenClock(clock) }) })
function withinBudget<Done>(act: () => Done): Done {
  try {
    return act()
  } catch (error) {
    throw error instanceof NoRoomError ? new SteeringError('too_large', error.message) : error
  }
}

/** More than a request needs from `fetch` to the fault that holds it. */
const MICROTASKS = 200

/** Lets what was asked before a move arrive before it: no timer, because tests fake them. */
async function arrivals(): Promise<void> {
  for (let turn = 0; turn < MICROTASKS; turn += 1) await Promise.resolve()
}
