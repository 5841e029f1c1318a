import { useEffect, useRef, useState } from 'preact/hooks'
import type { JournalEntry, JournalPage } from '../control/journal.ts'
import { carryOut, say } from './acts.tsx'
import { goTo, Link } from './address.tsx'
import { baseOf, useCall } from './calls.ts'
import { failures, faultOf, spans } from './failures.ts'
import { sendRequest } from './first-steps.tsx'
import { Json } from './json.tsx'
import { Basis, basisInWords, copy, Dot, Menu, Prose, Status, timeOf } from './parts.tsx'

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
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    place.current?.scrollTo({ top: 0 })
  }, [id])
  return (
    <section
      class={isGone ? 'detail gone' : 'detail'}
      aria-label={`Request ${id}`}
      ref={place}
      tabindex={-1}
      data-detail
    >
      <Head id={id} entry={entry} />
      {isGone && <Gone id={id} hasText={entry !== undefined} />}
      {entry !== undefined && <Body key={id} entry={entry} />}
    </section>
  )
}

const Gone = ({ id, hasText }: { readonly id: string; readonly hasText: boolean }) => {
  const events = useCall<JournalPage>('journal?limit=0').data?.events ?? []
  const reason = events.findLast(({ text }) =>
    /^(reset|scenario .* (started|stopped)|snapshot .* restored|undone|journal cleared)/.test(text),
  )
  const when = reason === undefined ? '' : ` (${reason.text} at ${timeOf(reason.at)})`
  return (
    <p class="lost" role="status">
      {/^\d+$/.test(id)
        ? `Request ${id} is gone${when === '' ? ' (reset or restart)' : when}.${hasText ? ' This is what it was.' : ''}`
        : `${id} is not the number of a request.`}
    </p>
  )
}

const Head = ({ id, entry }: { readonly id: string; readonly entry: JournalEntry | undefined }) => (
  <header class="head">
    <div class="title">
      {entry !== undefined && (
        <Status status={entry.request.response.status} isInjected={entry.request.basis === 'injected'} />
      )}
      <h2>
        {entry === undefined ? (
          `Request ${id}`
        ) : (
          <>
            {entry.request.request.method} <span class="path">{entry.request.request.path}</span>
          </>
        )}
      </h2>
      <nav aria-label="Neighbours">
        <Neighbour id={entry?.previous} sign="↑" name="Previous" />
        <Neighbour id={entry?.next} sign="↓" name="Next" />
        <Link
          to={{ view: 'requests', query: { request: undefined } }}
          class="button icon"
          aria-label="Close"
          data-close
        >
          ×
        </Link>
      </nav>
    </div>
    {entry !== undefined && <Facts entry={entry} />}
  </header>
)

const Facts = ({ entry: { request, user, real_ms: real, strength } }: { readonly entry: JournalEntry }) => (
  <p class="facts">
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
  </p>
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
      <div class="reason">
        <p class="sentence">
          <Prose text={sentence} />
        </p>
        {deciding !== undefined && (
          <p class="quiet">
            Rule <RuleLink id={deciding.id} />, {basisInWords(deciding)}
          </p>
        )}
      </div>
      {findings.map(({ kind, text, advice }) => (
        <p class="finding" key={kind + text}>
          <b>⚑ {kind.replaceAll('-', ' ')}</b>: <Prose text={text} /> <Prose text={advice} />
        </p>
      ))}
      {nearMisses.map((miss) => (
        <p class="finding" key={miss.fault ?? miss.stub}>
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

const RuleLink = ({ id }: { readonly id: string }) => <Link to={{ view: 'coverage', query: { rule: id } }}>{id}</Link>

const Actions = ({ entry }: { readonly entry: JournalEntry }) => {
  const { request: exchange, key } = entry
  const { id, operation, request } = exchange
  const curl = (): void => void copy(entry.curl, 'the curl command')
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
    <div class="actions">
      <button type="button" class="primary" data-curl onClick={curl}>
        Copy curl
      </button>
      {operation !== null && <BreakMenu operation={operation} />}
      <Menu label="⋯" name="More">
        {(close) => (
          <>
            <button type="button" data-first onClick={() => (close(), void resend())}>
              Send again
            </button>
            {entry.rewound !== null ? (
              <Link to={{ sandbox: entry.rewound, view: 'requests' }}>Go to the world before it</Link>
            ) : (
              <button type="button" disabled={!entry.can_rewind} onClick={() => (close(), void rewind())}>
                Rewind: open the world before it
              </button>
            )}
            <button
              type="button"
              onClick={() => (close(), void copy(JSON.stringify(faultLike(exchange), null, 2), 'it as a fault'))}
            >
              Copy as a fault
            </button>
            <button type="button" onClick={() => (close(), void copy(location.href, 'the link'))}>
              Copy link
            </button>
            <a href={`${baseOf()}/_sim/requests/${id}`} target="_blank" rel="noreferrer">
              As JSON
            </a>
          </>
        )}
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
      {(close) => (
        <>
          <div class="segments" role="group" aria-label="How often">
            {spans.map((each) => (
              <button type="button" key={each} aria-pressed={each === span} onClick={() => setSpan(each)}>
                {each === 'always' ? 'always' : `next ${each}`}
              </button>
            ))}
          </div>
          {failures.map(({ id, label, words, effect }, at) => (
            <button
              type="button"
              key={id}
              data-first={at === 0 ? true : undefined}
              onClick={() => {
                close()
                const fault = faultOf(operation, id, effect, span)
                void carryOut({
                  text: `${operation}: ${label}`,
                  done: `${operation}: ${words}, ${span === 'always' ? 'always' : `next ${span}`}.`,
                  route: 'POST faults',
                  body: fault,
                  undo: { route: `DELETE faults/${fault.name}` },
                })
              }}
            >
              {words}
            </button>
          ))}
        </>
      )}
    </Menu>
  )
}

const SIGNS = { created: '+', changed: '~', deleted: '−' } as const

const Changes = ({ entry }: { readonly entry: JournalEntry }) => (
  <>
    {entry.request.changes.map((change) => {
      const { collection, id, before, after } = change
      const word = before === null ? 'created' : after === null ? 'deleted' : 'changed'
      const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
        (field) => JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]),
      )
      return (
        <details class={`change ${word}`} key={`${collection}/${id}`} open={word === 'changed'}>
          <summary>
            <span aria-hidden="true">{SIGNS[word]}</span> {word}{' '}
            {after === null ? (
              `${collection}/${id}`
            ) : (
              <Link to={{ view: 'data', query: { collection, row: id } }}>{`${collection}/${id}`}</Link>
            )}
          </summary>
          <table>
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
                  <th scope="row">{field}</th>
                  {before !== null && (
                    <td class="before">
                      <Value value={before[field]} />
                    </td>
                  )}
                  {after !== null && (
                    <td class="after">
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
    {[...new URLSearchParams(query)].map(([name, value]) => (
      <div class="parameter" key={name}>
        <code class="key">{name}</code>{' '}
        {isJson(value) ? <Json label={`Query ${name}`} value={JSON.parse(value)} rows={rows} /> : <code>{value}</code>}
      </div>
    ))}
  </>
)

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const Headers = ({
  label,
  headers,
}: {
  readonly label: string
  readonly headers: Readonly<Record<string, string>>
}) => (
  <details class="headers">
    <summary>
      {label} <span class="count">{Object.keys(headers).length}</span>
    </summary>
    <dl>
      {Object.entries(headers).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </details>
)

/** The rules behind the response: the deciding one is open. */
const Rules = ({ entry: { rules, deciding_rule: deciding, basis_rule: basis } }: { readonly entry: JournalEntry }) =>
  rules.length === 0 ? null : (
    <section aria-labelledby="why" class="rules">
      <h3 id="why" tabindex={-1}>
        Rules behind it
      </h3>
      {rules
        .toSorted(
          (a, b) =>
            Number(b.id === deciding) - Number(a.id === deciding) || Number(b.id === basis) - Number(a.id === basis),
        )
        .map((rule) => (
          <details key={rule.id} open={rule.id === deciding || rule.id === basis}>
            <summary>
              <Dot basis={rule.basis} strength={rule.strength} /> {rule.id}
              {rule.of_every_request && <span class="quiet"> every operation</span>}
            </summary>
            <p>
              <Prose text={rule.text} />
            </p>
            <p class="quiet">
              {rule.source !== '' && (
                <>
                  <Prose text={rule.source} /> <RuleLink id={rule.id} />
                </>
              )}
            </p>
          </details>
        ))}
    </section>
  )
