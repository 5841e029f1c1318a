import { useRef, useState } from 'preact/hooks'
import type { JournalEntry, JournalPage } from '../control/journal.ts'
import { Button, carryOut, say } from './acts.tsx'
import { baseOf, goTo, Link } from './address.tsx'
import { readJson, useCall } from './calls.ts'
import { breaking, failures, spans, spanWords } from './failures.ts'
import { Json } from './json.tsx'
import {
  Basis,
  basisInWords,
  copy,
  CopyCurl,
  Detail,
  Menu,
  Prose,
  RuleFold,
  RuleLink,
  Segments,
  Status,
  Terms,
  timeOf,
} from './parts.tsx'
import { sendRequest } from './send.ts'

/** The request that is open: one scroll, the reason first. One that is gone stays as it was, greyed. */
export const RequestDetail = ({ id }: { readonly id: string }) => {
  const route = `journal/${encodeURIComponent(id)}`
  const answer = useCall<JournalEntry>(route)
  const first = useRef<JournalEntry | undefined>(undefined)
  if (String(first.current?.request.id) !== id) first.current = undefined
  const fresh = answer.route === route && answer.error === undefined ? answer.data : undefined
  first.current ??= fresh
  // After a restart or a reset another request may have the number.
  const isReplaced = fresh !== undefined && fresh.request.at !== first.current?.request.at
  if (!isReplaced) first.current = fresh ?? first.current
  const isGone = isReplaced || (answer.route === route && answer.error !== undefined)
  const entry = first.current
  const lost = useWhyGone(id, isGone)
  const { method = 'Request', path = id } = entry?.request.request ?? {}
  return (
    <Detail
      kind="Request"
      label={`Request ${id}`}
      title={
        <>
          {entry !== undefined && (
            <Status status={entry.request.response.status} isInjected={entry.request.basis === 'injected'} />
          )}
          <h2 class="grow">
            {method} {path}
          </h2>
        </>
      }
      neighbours={
        <>
          <Neighbour id={entry?.previous} sign="↑" name="Previous" />
          <Neighbour id={entry?.next} sign="↓" name="Next" />
        </>
      }
      facts={entry && <Facts entry={entry} />}
      lost={lost && `${lost}${entry === undefined ? '' : ' This is what it was.'}`}
    >
      {entry !== undefined && <Body key={id} entry={entry} />}
    </Detail>
  )
}

/** Why the request is not in the list any more; undefined while it is. */
function useWhyGone(id: string, isGone: boolean): string | undefined {
  const events = useCall<JournalPage>(isGone ? 'journal?limit=0' : undefined).data?.events ?? []
  if (!isGone) return undefined
  if (!/^\d+$/.test(id)) return `${id} is not the number of a request.`
  const reason = events.findLast(({ text }) =>
    /^(reset|scenario .* (started|stopped)|snapshot .* restored|undone|journal cleared)/.test(text),
  )
  return `Request ${id} is gone (${reason === undefined ? 'reset or restart' : `${reason.text} at ${timeOf(reason.at)}`}).`
}

const Facts = ({ entry: { request, user, real_ms: real, strength } }: { readonly entry: JournalEntry }) => (
  <>
    <span>#{request.id}</span>
    <Basis basis={request.basis} strength={strength} />
    {request.operation !== null && <Link to={{ view: 'docs', page: request.operation }}>{request.operation}</Link>}
    <span>{user ?? 'no key'}</span>
    <time dateTime={request.at}>{request.at.slice(0, 19).replace('T', ' ')}</time>
    <span>
      {request.duration_ms > 0
        ? `${request.duration_ms / 1000} s`
        : real === null
          ? ''
          : `${Math.max(1, Math.round(real))} ms`}
    </span>
  </>
)

interface NeighbourProps {
  readonly id: number | null | undefined
  readonly sign: string
  readonly name: string
}

const Neighbour = ({ id, sign, name }: NeighbourProps) =>
  id === null || id === undefined ? (
    <span class="button icon off" aria-hidden="true">
      {sign}
    </span>
  ) : (
    <Link to={{ view: 'requests', query: { request: id } }} class="button icon" aria-label={`${name}: request ${id}`}>
      {sign}
    </Link>
  )

const Body = ({ entry }: { readonly entry: JournalEntry }) => {
  const { request: exchange, sentence, findings, rows } = entry
  const { request, response, near_misses: nearMisses } = exchange
  const deciding = entry.rules.find(({ id }) => id === entry.deciding_rule)
  return (
    <>
      <p class="sentence">
        <Prose text={sentence} />
      </p>
      {deciding !== undefined && (
        <p class="quiet">
          Rule <RuleLink id={deciding.id} />, {basisInWords(deciding)}
        </p>
      )}
      {findings.map(({ kind, text, advice }) => (
        <p class="box amber" key={kind + text}>
          <b class="ink">⚑ {kind.replaceAll('-', ' ')}</b>: <Prose text={text} /> <Prose text={advice} />
        </p>
      ))}
      {nearMisses.map((miss) => (
        <p class="box amber" key={miss.fault ?? miss.stub}>
          <b>{miss.fault ?? miss.stub}</b> would have applied except for{' '}
          {miss.missed.map(({ criterion, expected, actual }) => (
            <span key={criterion}>
              <code>{criterion}</code> (expected <code>{JSON.stringify(expected)}</code>, was{' '}
              <code>{JSON.stringify(actual ?? 'absent')}</code>){' '}
            </span>
          ))}
        </p>
      ))}
      <Actions entry={entry} />
      <Changes entry={entry} />
      <h3>Response</h3>
      {response.body === null ? (
        <p class="quiet">{response.status === 0 ? 'The client got no response.' : 'It had no body.'}</p>
      ) : (
        <Json label="Response body" value={response.body} rows={rows} />
      )}
      <Headers label="Response headers" headers={response.headers} />
      <h3>Request</h3>
      <Query query={request.query} rows={rows} />
      {request.body !== null ? (
        <Json label="Request body" value={request.body} rows={rows} />
      ) : request.body_bytes === undefined ? (
        request.query === '' && <p class="quiet">It had no body.</p>
      ) : (
        <p class="quiet">A body of {request.body_bytes} bytes is not stored: no known key came with it.</p>
      )}
      <Headers label="Request headers" headers={request.headers} />
      <Rules entry={entry} />
    </>
  )
}

const Actions = ({ entry }: { readonly entry: JournalEntry }) => {
  const { request: exchange, key } = entry
  const { id, operation, request } = exchange
  const resend = async (): Promise<void> => {
    const target = request.path + (request.query === '' ? '' : `?${request.query}`)
    const body =
      request.body === null ? undefined : typeof request.body === 'string' ? request.body : JSON.stringify(request.body)
    const number = await sendRequest({
      method: request.method,
      target,
      key: key ?? undefined,
      type: request.headers['content-type'],
      body,
    })
    if (number !== null) goTo({ view: 'requests', query: { request: number } })
  }
  const rewind = async (): Promise<void> => {
    const done = await carryOut<{ readonly sandbox: string }>({
      text: `Rewind to before request ${id}`,
      done: `Now in the world before request ${id}.`,
      route: `POST requests/${id}/fork`,
    })
    if (done !== undefined) {
      goTo({ sandbox: done.sandbox, view: 'requests' })
      say(`Now in ${done.sandbox}, the world before request ${id}.`)
    }
  }
  return (
    <div class="line space">
      <CopyCurl text={entry.curl} class="filled accent" />
      {operation !== null && <BreakMenu operation={operation} />}
      <Menu label="⋯" name="More">
        <Button class="item" data-first onClick={() => void resend()}>
          Send again
        </Button>
        {entry.rewound !== null ? (
          <Link class="item" to={{ sandbox: entry.rewound, view: 'requests' }}>
            Go to the world before it
          </Link>
        ) : (
          <Button class="item" disabled={!entry.can_rewind} onClick={() => void rewind()}>
            Rewind: open the world before it
          </Button>
        )}
        <Button class="item" onClick={() => void copy(JSON.stringify(faultLike(exchange), null, 2), 'it as a fault')}>
          Copy as a fault
        </Button>
        <a class="item" href={`${baseOf()}/_sim/requests/${id}`} target="_blank" rel="noreferrer">
          As JSON
        </a>
      </Menu>
    </div>
  )
}

/** A fault that answers the same again. */
const faultLike = ({ operation, request, response }: JournalEntry['request']): object => ({
  name: `like-${operation ?? 'request'}`,
  match: operation === null ? { method: request.method, path: request.path } : { operation },
  effect:
    response.status === 0
      ? { reset: true }
      : { status: response.status, ...(response.body !== null && { body: response.body }) },
  when: { times: 1 },
})

const BreakMenu = ({ operation }: { readonly operation: string }) => {
  const [span, setSpan] = useState<(typeof spans)[number]>('1')
  return (
    <Menu label="Break ▾" name="Break this operation" class="break">
      <Segments
        label="How often"
        options={spans.map((each) => [each, spanWords(each)])}
        chosen={span}
        choose={setSpan}
      />
      {failures.map((failure, at) => (
        <Button
          class="item"
          key={failure.id}
          data-first={at === 0 ? true : undefined}
          onClick={() => void carryOut(breaking(operation, failure, span))}
        >
          {failure.words}
        </Button>
      ))}
    </Menu>
  )
}

const KINDS = { created: ['+', 'green'], changed: ['~', ''], deleted: ['−', 'red'] } as const

const Changes = ({ entry }: { readonly entry: JournalEntry }) => (
  <>
    {entry.request.changes.map((change) => {
      const { collection, id, before, after } = change
      const word = before === null ? 'created' : after === null ? 'deleted' : 'changed'
      const [sign, tone] = KINDS[word]
      const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
        (field) => JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]),
      )
      return (
        <details class="change card" key={`${collection}/${id}`} open={word === 'changed'}>
          <summary class={`${tone} ink`}>
            <span aria-hidden="true">{sign}</span> {word}{' '}
            {after === null ? (
              `${collection}/${id}`
            ) : (
              <Link to={{ view: 'data', query: { collection, row: id } }}>{`${collection}/${id}`}</Link>
            )}
          </summary>
          <table class="ruled">
            <thead class="unseen">
              <tr>
                <th scope="col">Field</th>
                {before !== null && <th scope="col">Before</th>}
                {after !== null && <th scope="col">After</th>}
              </tr>
            </thead>
            <tbody>
              {fields.map((field) => (
                <tr key={field}>
                  <th scope="row" class="quiet">
                    {field}
                  </th>
                  {before !== null && (
                    <td class="red ink">
                      <Value value={before[field]} />
                    </td>
                  )}
                  {after !== null && (
                    <td class="green ink">
                      <Value value={after[field]} />
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )
    })}
  </>
)

const MAX_VALUE = 400

const Value = ({ value }: { readonly value: unknown }) => {
  if (value === undefined) return <span class="quiet">unset</span>
  const text = JSON.stringify(value)
  return <code>{text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text}</code>
}

const Query = ({ query, rows }: { readonly query: string; readonly rows: JournalEntry['rows'] }) => (
  <>
    {[...new URLSearchParams(query)].map(([name, value]) => {
      const json = /^\s*[[{]/.test(value) ? readJson(value, value) : value
      return (
        <div key={name}>
          <code class="key">{name}</code>{' '}
          {json === value ? <code>{value}</code> : <Json label={`Query ${name}`} value={json} rows={rows} />}
        </div>
      )
    })}
  </>
)

interface HeadersProps {
  readonly label: string
  readonly headers: Readonly<Record<string, string>>
}

const Headers = ({ label, headers }: HeadersProps) => (
  <details>
    <summary>
      {label} <span class="pill">{Object.keys(headers).length}</span>
    </summary>
    <Terms class="mono" of={Object.entries(headers)} />
  </details>
)

/** The rules behind the response: the deciding one is open. */
const Rules = ({ entry: { rules, deciding_rule: deciding, basis_rule: basis } }: { readonly entry: JournalEntry }) => {
  const rank = (id: string): number => (id === deciding ? 0 : id === basis ? 1 : 2)
  return rules.length === 0 ? null : (
    <section aria-labelledby="why" class="lines">
      <h3 id="why" tabindex={-1}>
        Rules behind it
      </h3>
      {rules
        .toSorted((a, b) => rank(a.id) - rank(b.id))
        .map((rule) => (
          <RuleFold
            key={rule.id}
            {...rule}
            note={rule.of_every_request && 'every operation'}
            isOpen={rank(rule.id) < 2}
          />
        ))}
    </section>
  )
}
