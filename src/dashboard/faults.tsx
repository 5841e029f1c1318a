import { useRef, useState } from 'preact/hooks'
import type { FaultActivity } from '../control/faults.ts'
import type { RuleMap } from '../control/rules.ts'
import type { ShownFault, ShownStub } from '../testing/faults/present.ts'
import type { HeldRequest } from '../testing/faults/pending-delays.ts'
import { ActButton, Button, carryOut } from './acts.tsx'
import { goTo, Link, useAddress } from './address.tsx'
import { readJson, useCall } from './calls.ts'
import { type Failure, failures, faultName, faultOf, spans, spanWords } from './failures.ts'
import { counted, Input, Segments, TextArea, timeOf } from './parts.tsx'
import { Release } from './release.tsx'
import { Scenarios } from './scenarios.tsx'

/** What is known of the faults, by their names. */
interface Known {
  readonly faults: readonly ShownFault[]
  readonly activities: ReadonlyMap<string, FaultActivity>
}

export const Faults = () => {
  const { query } = useAddress()
  const { data } = useCall<{ readonly faults: readonly ShownFault[]; readonly held: readonly HeldRequest[] }>('faults')
  const activity = useCall<{ readonly faults: readonly FaultActivity[] }>('faults/activity').data?.faults ?? []
  const map = useCall<RuleMap>('coverage/map').data
  const known: Known = { faults: data?.faults ?? [], activities: new Map(activity.map((each) => [each.name, each])) }
  const operations = useOrder(map)
  const selected = query['cell']
  return (
    <div class="split faults">
      <div class="list scrolling">
        <p class="pad quiet">
          Click a cell to make that call fail once. Click again for twice, then always; Backspace stops it.
        </p>
        <Board operations={operations} known={known} selected={selected} />
        <Scenarios />
      </div>
      <aside class="detail" aria-label="Selected fault" tabindex={-1}>
        <Selected selected={selected} known={known} />
        <Held held={data?.held ?? []} />
        <Others known={known} selected={selected} />
        <Stubs />
        <details>
          <summary>Add a fault as JSON</summary>
          <JsonForm text={JSON.stringify(EXAMPLE, null, 2)} button="Add" />
        </details>
      </aside>
    </div>
  )
}

const EXAMPLE = {
  name: 'every-third',
  match: { operation: 'templates.search' },
  when: { every: 3 },
  effect: { status: 500 },
}

/** Operations that this sandbox has used come first. Their order stays while the view is open. */
function useOrder(map: RuleMap | undefined): readonly string[] {
  const order = useRef<readonly string[]>([])
  if (map !== undefined && order.current.length === 0) {
    const served = map.operations.filter(({ id }) => id !== null)
    const used = served.filter(({ calls }) => calls > 0).toSorted((a, b) => b.calls - a.calls)
    order.current = [...used, ...served.filter(({ calls }) => calls === 0)].flatMap(({ id }) => id ?? [])
  }
  return order.current
}

/** The column that a fault of any origin stands in. */
function columnOf({ effect }: ShownFault): string | undefined {
  if (effect === undefined) return undefined
  const has = (name: string): boolean => Reflect.get(effect, name) !== undefined
  const status = Number(Reflect.get(effect, 'status') ?? 0)
  if (has('hang')) return 'hang'
  if (has('rate_limited') || status === 429) return '429'
  if (status >= 500 || has('html_502')) return '500'
  if (has('reset') || has('empty_response')) return 'lost'
  if (has('truncate_body')) return 'cut'
  if (has('malformed_json') || has('garbage')) return 'garbage'
  return has('latency_ms') && status === 0 ? 'late' : undefined
}

/** The fault of a cell: the one that the board made, else another one for that operation alone. */
function faultIn({ faults }: Known, operation: string, column: string): ShownFault | undefined {
  const own = faults.find(({ name }) => name === faultName(operation, column))
  return (
    own ??
    faults.find(
      (fault) =>
        fault.match.operation === operation && Object.keys(fault.match).length === 1 && columnOf(fault) === column,
    )
  )
}

interface BoardProps {
  readonly operations: readonly string[]
  readonly known: Known
  readonly selected: string | undefined
}

/** A switch for each operation and failure. The arrow keys walk it, so that it is one stop of the Tab key. */
const Board = ({ operations, known, selected }: BoardProps) => {
  const [stop, setStop] = useState<readonly [number, number]>([0, 0])
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
    }
    const step = steps[event.key]
    if (step === undefined || !(event.currentTarget instanceof HTMLElement)) return
    event.preventDefault()
    event.stopPropagation()
    const row = Math.max(0, Math.min(operations.length - 1, stop[0] + step[0]))
    const column = Math.max(0, Math.min(failures.length - 1, stop[1] + step[1]))
    setStop([row, column])
    event.currentTarget.querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`)?.focus()
  }
  return (
    <table class="board" aria-label="Operations and failures" onKeyDown={onKeyDown}>
      <thead>
        <tr>
          <td />
          {failures.map(({ id, label, words }) => (
            <th scope="col" key={id} title={words}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {operations.map((operation, row) => (
          <tr key={operation}>
            <th scope="row">{operation}</th>
            {failures.map((failure, column) => (
              <td key={failure.id}>
                <Cell
                  operation={operation}
                  failure={failure}
                  known={known}
                  isSelected={selected === faultName(operation, failure.id)}
                  place={`${row} ${column}`}
                  isStop={stop[0] === row && stop[1] === column}
                  onFocus={() => setStop([row, column])}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The fault without its counts, as it was added. */
const documentOf = ({ matched: _matched, fired: _fired, ...fault }: ShownFault) => fault

/** The call that takes back what replaces or removes a fault. A fault with a part that is not shown needs a snapshot. */
function backFrom(fault: ShownFault | undefined, name: string) {
  if (fault === undefined) return { route: `DELETE faults/${name}` }
  const isWhole = fault.match.api_key === undefined && !JSON.stringify(fault).includes('********')
  return isWhole ? { route: 'POST faults', body: documentOf(fault) } : ('snapshot' as const)
}

interface FaultDocument {
  readonly name: string
  readonly effect?: object
}

const addFault = (fault: FaultDocument, before: ShownFault | undefined, done: string): void =>
  void carryOut({
    text: `Fault ${fault.name}`,
    done,
    route: 'POST faults',
    body: fault,
    undo: backFrom(before, fault.name),
  })

const stopping = (fault: ShownFault) => ({
  text: `Stop ${fault.name}`,
  done: `Stopped ${fault.name}; held requests continue.`,
  route: `DELETE faults/${fault.name}`,
  undo: backFrom(fault, fault.name),
})

/** Sets how often the fault of a cell fires. */
const setSpan = (operation: string, failure: Failure, fault: ShownFault | undefined, span: string): void =>
  addFault(
    faultOf(operation, failure, span, fault?.effect),
    fault,
    `${operation}: ${failure.words}, ${spanWords(span)}.`,
  )

/** Of a fault without a limit. */
const often = ({ when: { every, probability, sequence, between } }: ShownFault): string =>
  every !== undefined
    ? `every ${every}`
    : probability !== undefined
      ? `${Math.round(probability * 100)} %`
      : (sequence ?? between) === undefined
        ? 'always'
        : 'on'

interface CellProps {
  readonly operation: string
  readonly failure: Failure
  readonly known: Known
  readonly isSelected: boolean
  readonly place: string
  readonly isStop: boolean
  readonly onFocus: () => void
}

const Cell = ({ operation, failure, known, isSelected, place, isStop, onFocus }: CellProps) => {
  const fault = faultIn(known, operation, failure.id)
  const fired = fault?.fired ?? 0
  const times = fault?.when.times
  const left = times === undefined || fault === undefined ? undefined : Math.max(0, times - fault.fired)
  const isOn = fault !== undefined && left !== 0
  const state =
    fault === undefined
      ? 'off'
      : left === undefined
        ? often(fault)
        : left === 0
          ? `${fault.fired} used`
          : `${left} left`
  const select = (): void =>
    goTo({ view: 'faults', query: { cell: faultName(operation, failure.id) } }, { isReplacing: true })
  const click = (): void => {
    select()
    if (fault !== undefined && !isOn) return void carryOut(stopping(fault))
    if (fault !== undefined && fault.name !== faultName(operation, failure.id)) return
    if (fault !== undefined && times === undefined) return void carryOut(stopping(fault))
    setSpan(operation, failure, fault, times === undefined ? '1' : times === 1 ? '2' : 'always')
  }
  const stop = (event: Event): void => {
    event.preventDefault()
    if (fault !== undefined) void carryOut(stopping(fault))
  }
  return (
    <Button
      class={`cell ${fault === undefined ? '' : isOn ? 'pink' : 'used'}`}
      aria-pressed={isOn}
      aria-label={`${operation} ${failure.label}: ${state}`}
      aria-current={isSelected ? 'true' : undefined}
      title={`${operation}: ${failure.words}`}
      data-cell={place}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      onClick={click}
      onContextMenu={stop}
      onKeyDown={(event) => {
        if (event.key === 'Backspace' || event.key === 'Delete') stop(event)
      }}
    >
      {fault === undefined ? <span aria-hidden="true">+</span> : isOn ? state : `✓ ${state}`}
      {isOn && <span class="flash" aria-hidden="true" key={`${state} ${fired}`} />}
    </Button>
  )
}

interface SelectedProps {
  readonly selected: string | undefined
  readonly known: Known
}

const Selected = ({ selected, known }: SelectedProps) => {
  if (selected === undefined) return <h2 class="calm sentence quiet">Select a cell to see and change its fault</h2>
  const failure = failures.find(({ id }) => selected.endsWith(`-${id}`))
  const operation = failure === undefined ? '' : selected.slice(0, -failure.id.length - 1)
  const fault =
    failure === undefined ? known.faults.find(({ name }) => name === selected) : faultIn(known, operation, failure.id)
  if (fault === undefined)
    return (
      <>
        <h2>{failure === undefined ? selected : operation}</h2>
        <p class="quiet">{failure === undefined ? 'There is no such fault.' : `Would ${failure.words}. Off.`}</p>
        {failure !== undefined && <HowOften operation={operation} failure={failure} fault={undefined} />}
      </>
    )
  return (
    <>
      <h2>{failure === undefined ? fault.name : operation}</h2>
      <p>
        {failure === undefined ? inWords(fault) : failure.words}
        {failure !== undefined && fault.name !== selected && <span class="quiet"> by the fault {fault.name}</span>}
      </p>
      <Done fault={fault} activity={known.activities.get(fault.name)} />
      {failure !== undefined && fault.name === selected && (
        <>
          <HowOften operation={operation} failure={failure} fault={fault} />
          <Details fault={fault} />
        </>
      )}
      <p class="space">
        <ActButton act={stopping(fault)}>Stop</ActButton>
      </p>
      <details>
        <summary>Edit as JSON</summary>
        <JsonForm key={fault.name} text={JSON.stringify(documentOf(fault), null, 2)} button="Save" before={fault} />
      </details>
    </>
  )
}

interface HowOftenProps {
  readonly operation: string
  readonly failure: Failure
  readonly fault: ShownFault | undefined
}

const COUNT = /^[1-9]\d{0,5}$/

const HowOften = ({ operation, failure, fault }: HowOftenProps) => {
  const times = fault?.when.times
  const current = fault === undefined ? undefined : times === undefined ? 'always' : String(times)
  const [text, setText] = useState('5')
  const set = (span: string): void => setSpan(operation, failure, fault, span)
  const isOther = current !== undefined && !spans.some((span) => span === current)
  return (
    <form
      class="line space"
      onSubmit={(event) => {
        event.preventDefault()
        if (COUNT.test(text)) set(text)
      }}
    >
      <Segments
        label="How often"
        options={spans.map((span) => [span, spanWords(span)])}
        chosen={current}
        choose={set}
      />
      <label>
        next{' '}
        <Input
          inputMode="numeric"
          pattern="[1-9][0-9]{0,5}"
          size={4}
          aria-label="How many requests"
          value={isOther ? current : text}
          set={setText}
          onChange={({ currentTarget }) => COUNT.test(currentTarget.value) && set(currentTarget.value)}
        />
      </label>
    </form>
  )
}

/** The parts of an effect that a person changes most. */
const Details = ({ fault }: { readonly fault: ShownFault }) => {
  const { effect } = fault
  if (effect === undefined) return null
  const part = ['status', 'latency_ms'].find((name) => Reflect.get(effect, name) !== undefined)
  if (part === undefined) return null
  const value: unknown = Reflect.get(effect, part)
  return (
    <label class="line">
      {part === 'status' ? 'Status' : 'Delay in ms'}
      <input
        inputMode="numeric"
        size={6}
        value={String(value)}
        onChange={({ currentTarget }) =>
          addFault(
            { ...documentOf(fault), effect: { ...effect, [part]: Number(currentTarget.value) } },
            fault,
            `${fault.name} changed.`,
          )
        }
      />
    </label>
  )
}

const Ids = ({ ids }: { readonly ids: readonly number[] }) => (
  <>
    {ids.slice(-8).map((id) => (
      <Link key={id} to={{ view: 'requests', query: { request: id } }}>{`#${id} `}</Link>
    ))}
  </>
)

/** What the fault did, and what met its requests before it could. */
const Done = ({ fault, activity }: { readonly fault: ShownFault; readonly activity: FaultActivity | undefined }) => {
  const { matched, fired, when } = fault
  const limited = activity?.limited_first ?? []
  const others = activity?.others_first ?? []
  const used = when.times === undefined ? `used ${counted(fired, 'time')}` : `used ${fired} of ${when.times}`
  return (
    <p class="quiet">
      {used}
      {matched > fired && `, matched ${matched}`} <Ids ids={activity?.fired_on ?? []} />
      {limited.length > 0 && (
        <span class="block">
          {counted(limited.length, 'request was', 'requests were')} refused by the rate limit first:{' '}
          <Ids ids={limited} />
        </span>
      )}
      {others.length > 0 && (
        <span class="block">
          {counted(others.length, 'request', 'requests')} met another fault first: <Ids ids={others} />
        </span>
      )}
      {fault.must_fire && fired === 0 && <span class="block bad">It must fire, and has not.</span>}
    </p>
  )
}

const Held = ({ held }: { readonly held: readonly HeldRequest[] }) =>
  held.length === 0 ? null : (
    <section aria-label="Held requests">
      <h3>Held requests</h3>
      {held.map(({ exchange, method, path, fault, until }) => (
        <p class="line" key={exchange}>
          <span>
            #{exchange} {method} {path}{' '}
            <span class="quiet">
              by {fault}
              {until === null ? '' : `, until ${timeOf(until)}`}
            </span>
          </span>
          <Release id={exchange} />
        </p>
      ))}
    </section>
  )

/** `templates.search: {"status":500}, every 3` */
const inWords = ({ match, when, effect }: ShownFault): string => {
  const parts = [match, effect, when].map((part) =>
    Object.entries(part ?? {})
      .filter(([name]) => name !== 'stream')
      .map(([name, value]) =>
        name === 'operation'
          ? String(value)
          : `${name.replaceAll('_', ' ')} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
      )
      .join(', '),
  )
  return `${parts[0] === '' ? 'every request' : parts[0]}: ${parts[1] === '' ? 'effects in turn' : parts[1]}${parts[2] === '' ? '' : `, ${parts[2]}`}`
}

/** Faults that have no cell. */
const Others = ({ known, selected }: SelectedProps) => {
  const shown = known.faults.filter((fault) => {
    const { operation } = fault.match
    const column = columnOf(fault)
    return (
      fault.name !== selected &&
      (operation === undefined || column === undefined || faultIn(known, operation, column) !== fault)
    )
  })
  return shown.length === 0 ? null : (
    <section aria-label="Other faults" class="lines">
      <h3>Other faults</h3>
      {shown.map((fault) => (
        <div key={fault.name}>
          <p class="line">
            <Link to={{ view: 'faults', query: { cell: fault.name } }}>{fault.name}</Link>
            <ActButton class="bare" aria-label={`Stop ${fault.name}`} act={stopping(fault)}>
              Stop
            </ActButton>
          </p>
          <p class="quiet">{inWords(fault)}</p>
          <Done fault={fault} activity={known.activities.get(fault.name)} />
        </div>
      ))}
    </section>
  )
}

const Stubs = () => {
  const stubs = useCall<{ readonly stubs: readonly ShownStub[] }>('stubs').data?.stubs ?? []
  return stubs.length === 0 ? null : (
    <section aria-label="Stubs">
      <h3>Stubs</h3>
      {stubs.map((stub) => (
        <p class="line" key={stub.name}>
          <b>{stub.name}</b>
          <code>{JSON.stringify(stub.match)}</code>
          <span class="quiet">answered {stub.matched}</span>
          <ActButton
            class="bare"
            aria-label={`Delete ${stub.name}`}
            act={{
              text: `Delete stub ${stub.name}`,
              done: `Deleted ${stub.name}.`,
              route: `DELETE stubs/${stub.name}`,
              undo: 'snapshot',
            }}
          >
            Delete
          </ActButton>
        </p>
      ))}
    </section>
  )
}

interface JsonFormProps {
  readonly text: string
  readonly button: string
  readonly before?: ShownFault
}

const JsonForm = ({ text: given, button, before }: JsonFormProps) => {
  const [text, setText] = useState(given)
  const [problem, setProblem] = useState<string>()
  const submit = (event: Event): void => {
    event.preventDefault()
    try {
      const fault = readJson<{ readonly name: string }>(text)
      setProblem(undefined)
      addFault(fault, before, `${fault.name} can fire.`)
    } catch (error) {
      setProblem(`This is not JSON: ${error instanceof Error ? error.message : ''}`)
    }
  }
  return (
    <form onSubmit={submit}>
      <label>
        A fault as JSON (as in a scenario file)
        <TextArea rows={10} value={text} set={setText} />
      </label>
      {problem !== undefined && <p role="alert">{problem}</p>}
      <button type="submit">{button}</button>
    </form>
  )
}
