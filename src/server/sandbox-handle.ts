import { copyOf, fieldOf } from '../kernel/object.ts'
import { writtenClock } from '../testing/scenarios/clock-spec.ts'
import { exportFixture } from '../testing/fixtures/export.ts'
import { filtered, journalFilter } from '../testing/journal/filter.ts'
import { NoRoomError } from '../sandbox/memory.ts'
import { presentExchange } from '../testing/journal/present-exchange.ts'
import { type CallContext, parsed } from '../control/call.ts'
import { clockCalls, clockState, dueIn } from '../control/clock.ts'
import { coverageCalls } from '../control/coverage.ts'
import {
  SteeringError,
  unknownName,
  allErrorsAtCaller,
  refuseUndefinedCriteria,
  refuseUndefinedScenario,
  scenarioIn,
} from '../control/error.ts'
import { faultCalls, faultsOf, stubCalls } from '../control/faults.ts'
import { fork } from '../control/sandboxes.ts'
import { setUpState, tearDownState } from '../control/provider-state.ts'
import { requestCalls } from '../control/requests.ts'
import { reset } from '../control/start.ts'
import { ruleCalls } from '../control/rules.ts'
import { activate, activation, activeScenario, scenarioCalls } from '../control/scenario.ts'
import { snapshotCalls } from '../control/snapshots.ts'
import { stateCalls } from '../control/state.ts'
import { trial } from '../control/server-calls.ts'
import type { ActivationOptions, FaultDocument, Receipt, StubDocument, SimulatedSandbox } from '../control/types.ts'
import { fetchOver } from './fetch.ts'
import type { OpenSimulator } from './open-simulator.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { DEFAULT_SANDBOX } from '../sandbox/sandboxes.ts'

/** @param baseUrl that of the server */
export function simulatedSandbox(simulator: OpenSimulator, name: string, baseUrl: () => string): SimulatedSandbox {
  const { documents, sandboxes } = simulator
  const urlOf = (): string => (name === DEFAULT_SANDBOX ? baseUrl() : `${baseUrl()}/~${name}`)
  const world = () => sandboxes.peek(name).world
  const on = (sandbox: Sandbox): CallContext => ({ ...simulator, sandbox })
  const look = () => on(sandboxes.peek(name))
  /** What code does shows on the pages as what a control call does. */
  const act = <Done>(does: (context: CallContext) => Done): Done => {
    const acted = sandboxes.enter(name)
    const done = withinBudget(() => does(on(acted)))
    acted.use({ changes: true })
    acted.changed()
    return done
  }
  const moveClock = async (move: (context: CallContext) => Promise<Receipt>): Promise<Receipt> => {
    await letRequestsArrive()
    const receipt = await act(move)
    return act(() => receipt)
  }
  return allErrorsAtCaller<SimulatedSandbox>({
    name,
    get url() {
      return urlOf()
    },
    fetch: fetchOver((request) => simulator.respond(request, name), urlOf, simulator.nodeFetch),
    reset: (options = {}) => {
      const { clock, ...to } = refuseUndefinedScenario(options, 'that of the start')
      act((at) => reset.act(at, { ...to, ...(clock !== undefined && { clock: writtenClock(clock) }) }))
    },
    clock: {
      get now() {
        return clockState(world()).now
      },
      get mode() {
        return clockState(world()).mode
      },
      get due() {
        return dueIn(world())
      },
      advance: (seconds) => moveClock((at) => clockCalls.advance.act(at, { seconds })),
      freeze: (instant) => moveClock((at) => clockCalls.set.act(at, { at: instant, frozen: true })),
      run: (instant) => moveClock((at) => clockCalls.set.act(at, { at: instant, frozen: false })),
    },
    scenario: (...given) => {
      const [choice, params, how] = given
      const { clock } = activationOf(how)
      if (given.length > 0 && choice !== null) {
        const chosen = scenarioIn(choice)
        act((at) => activate(documents, at.sandbox, chosen, { params, clock }))
      } else if (clock !== undefined)
        throw new SteeringError('invalid_args', 'only a scenario that starts takes a clock')
      else if (choice === null) act(scenarioCalls.deactivate.act)
      return activeScenario(look().sandbox)
    },
    rules: () => ruleCalls.list.act(look()),
    faults: {
      list: () => faultsOf(look().sandbox),
      held: () => world().delays.list(),
      add: (fault) => act((at) => faultCalls.add.act(at, withCriteria(fault))),
      remove: (fault) => act((at) => faultCalls.remove.act(at, undefined, { name: fault })),
      clear: () => void act(faultCalls.clear.act),
    },
    stubs: {
      list: () => stubCalls.list.act(look()),
      add: (stub) => act((at) => stubCalls.add.act(at, withCriteria(stub))),
      remove: (stub) => act((at) => stubCalls.remove.act(at, undefined, { name: stub })),
      clear: () => void act(stubCalls.clear.act),
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
      verify: (match, count) =>
        requestCalls.verify.act(look(), { match: refuseUndefinedCriteria(match, 'match'), ...(count && { count }) }),
      clear: () => act(requestCalls.clear.act),
    },
    snapshots: {
      list: () => look().sandbox.snapshots,
      take: (moment) => void act((at) => snapshotCalls.take.act(at, { name: moment })),
      restore: (moment) => act((at) => snapshotCalls.restore.act(at, undefined, { name: moment })),
      delete: (moment) => act((at) => snapshotCalls.delete.act(at, undefined, { name: moment })),
    },
    fork: (id, to = {}) => {
      const forked = withinBudget(() => fork.act(look(), to, { id: String(id) }))
      return simulatedSandbox(simulator, forked.name, baseUrl)
    },
    exportState: () => copyOf(exportFixture(world().tables, world().invention)),
    importState: (fixture) => act((at) => stateCalls.import.act(at, fixture)),
    trial: () => trial.act(look()),
    coverage: () => coverageCalls.coverage.act(look()),
    findings: () => coverageCalls.findings.act(look()),
    expectFindings: (...given) =>
      given.length === 0 ? coverageCalls.expected.act(look()) : act((at) => coverageCalls.expect.act(at, given[0])),
    providerState: {
      setUp: (state, params, how) => {
        if (typeof state !== 'string') throw unknownName('provider state', state, [])
        return act((at) => setUpState(documents, at.sandbox, state, { params, clock: activationOf(how).clock }))
      },
      tearDown: () => act((at) => tearDownState(at.sandbox)),
    },
  })
}

function withCriteria<Written extends FaultDocument | StubDocument>(written: Written): Written {
  refuseUndefinedCriteria(fieldOf(written, 'match'), 'match')
  return written
}

const activationOf = ({ clock, ...rest }: ActivationOptions = {}) =>
  parsed(activation, { ...rest, ...(clock !== undefined && { clock: writtenClock(clock) }) })

export function withinBudget<Done>(act: () => Done): Done {
  try {
    return act()
  } catch (error) {
    throw error instanceof NoRoomError ? new SteeringError('too_large', error.message) : error
  }
}

/** More than a request needs from `fetch` to the fault that holds it. */
const MICROTASKS = 200

/** Lets what was asked before a move arrive before it: no timer, because tests fake them. */
async function letRequestsArrive(): Promise<void> {
  for (let turn = 0; turn < MICROTASKS; turn += 1) await Promise.resolve()
}
