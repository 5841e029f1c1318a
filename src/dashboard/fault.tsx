import { useState } from 'preact/hooks'
import type { ShownFault } from '../testing/faults/present.ts'
import { ActButton, carryOut } from './acts.tsx'
import { Link } from './address.tsx'
import { readJson } from './calls.ts'
import {
  adding,
  breaking,
  documentOf,
  type Failure,
  type KnownFault,
  partsOf,
  spans,
  spanWords,
  stopping,
} from './failures.ts'
import { counted, Segments, TextArea } from './parts.tsx'

interface SelectedProps {
  /** A cell, or the name of a fault that has none. */
  readonly selected: string | undefined
  readonly fault: KnownFault | undefined
}

/** The fault that is selected: what it does and did, how often, and all of it as JSON. */
export const SelectedFault = ({ selected, fault }: SelectedProps) => {
  if (selected === undefined) return <h2 class="calm sentence quiet">Select a cell to see and change its fault</h2>
  const [operation, failure] = partsOf(selected)
  const off = failure === undefined ? 'There is no such fault.' : `Would ${failure.words}. Off.`
  const isOther = fault !== undefined && fault.name !== selected
  return (
    <>
      <h2>{failure === undefined ? selected : operation}</h2>
      {fault === undefined ? <p class="quiet">{off}</p> : <p>{failure?.words ?? inWords(fault)}</p>}
      {isOther && <p class="quiet">by the fault {fault.name}</p>}
      {fault !== undefined && <Done fault={fault} />}
      {failure !== undefined && !isOther && <HowOften operation={operation} failure={failure} fault={fault} />}
      {fault !== undefined && (
        <>
          {failure !== undefined && !isOther && <Amount fault={fault} />}
          <p class="space">
            <ActButton {...stopping(fault)}>Stop</ActButton>
          </p>
          <details>
            <summary>Edit as JSON</summary>
            <JsonForm key={fault.name} text={JSON.stringify(documentOf(fault), null, 2)} button="Save" before={fault} />
          </details>
        </>
      )}
    </>
  )
}

interface HowOftenProps {
  readonly operation: string
  readonly failure: Failure
  readonly fault: KnownFault | undefined
}

const HowOften = ({ operation, failure, fault }: HowOftenProps) => {
  const times = fault?.when.times
  const current = fault && (times === undefined ? 'always' : String(times))
  const set = (span: string): void => void carryOut(breaking(operation, failure, span, fault))
  return (
    <div class="line space">
      <Segments
        label="How often"
        options={spans.map((span) => [span, spanWords(span)])}
        chosen={current}
        choose={set}
      />
      <label>
        next{' '}
        <input
          type="number"
          aria-label="How many requests"
          required
          min={1}
          max={999_999}
          value={spans.some((span) => span === current) ? undefined : current}
          onChange={({ currentTarget }) => currentTarget.reportValidity() && set(currentTarget.value)}
        />
      </label>
    </div>
  )
}

/** The part of an effect that a person changes most: its status, or its delay. */
const Amount = ({ fault }: { readonly fault: KnownFault }) => {
  const [name, value] =
    Object.entries(fault.effect ?? {}).find(([part]) => ['status', 'latency_ms'].includes(part)) ?? []
  if (name === undefined) return null
  const change = (text: string): void => {
    const changed = { ...documentOf(fault), effect: { ...fault.effect, [name]: Number(text) } }
    void carryOut(adding(changed, fault, `${fault.name} changed.`))
  }
  return (
    <label class="line">
      {name === 'status' ? 'Status' : 'Delay in ms'}
      <input
        type="number"
        min={0}
        value={String(value)}
        onChange={({ currentTarget }) => change(currentTarget.value)}
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
export const Done = ({ fault }: { readonly fault: KnownFault }) => {
  const { matched, fired, when, fired_on: ids = [], limited_first: limited = [], others_first: others = [] } = fault
  return (
    <p class="quiet">
      {when.times === undefined ? `used ${counted(fired, 'time')}` : `used ${fired} of ${when.times}`}
      {matched > fired && `, matched ${matched}`} <Ids ids={ids} />
      {limited.length > 0 && (
        <span class="block">
          {counted(limited.length, 'request was', 'requests were')} refused by the rate limit first:{' '}
          <Ids ids={limited} />
        </span>
      )}
      {others.length > 0 && (
        <span class="block">
          {counted(others.length, 'request')} met another fault first: <Ids ids={others} />
        </span>
      )}
      {fault.must_fire && fired === 0 && <span class="block red ink">It must fire, and has not.</span>}
    </p>
  )
}

const words = (part: object): string =>
  Object.entries(part)
    .filter(([name]) => name !== 'stream')
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')

/** `templates.search: status 500, every 3` */
export function inWords({ match, when, effect }: ShownFault): string {
  const { operation, ...criteria } = match
  const requests = [operation ?? '', words(criteria)].filter(Boolean).join(', ') || 'every request'
  return `${requests}: ${[words(effect ?? {}) || 'effects in turn', words(when)].filter(Boolean).join(', ')}`
}

interface JsonFormProps {
  readonly text: string
  readonly button: string
  readonly before?: ShownFault
}

export const JsonForm = ({ text: given, button, before }: JsonFormProps) => {
  const [text, setText] = useState(given)
  const [problem, setProblem] = useState<string>()
  const submit = (event: Event): void => {
    event.preventDefault()
    try {
      const fault = readJson<{ readonly name: string }>(text)
      setProblem(undefined)
      void carryOut(adding(fault, before, `${fault.name} can fire.`))
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
