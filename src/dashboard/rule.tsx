import { useState } from 'preact/hooks'
import type { RuleCover, RuleDetails } from '../control/rules.ts'
import { say } from './acts.tsx'
import { Link } from './address.tsx'
import { useCall } from './calls.ts'
import { sendRequest } from './first-steps.tsx'
import { Basis, copy, DetailHead, Prose, Status } from './parts.tsx'

/** A rule: what it says, its evidence, the requests that it shaped, and how to cover it. */
export const RuleDetail = ({ id }: { readonly id: string }) => {
  const { data, error } = useCall<RuleDetails>(`rules/${encodeURIComponent(id)}`)
  return (
    <section class="detail" aria-label={id} tabindex={-1} data-detail>
      <DetailHead kind="Rule" view="coverage">
        <h2>{id}</h2>
      </DetailHead>
      {error !== undefined && <p class="lost">{error.text}</p>}
      {data !== undefined && <Rule details={data} />}
    </section>
  )
}

const Rule = ({ details }: { readonly details: RuleDetails }) => {
  const { rule, hits, operations, of_all_operations: isOfAll, rests_on: restsOn, requests } = details
  const others = rule.alternatives.filter(({ name }) => name !== rule.in_force)
  return (
    <>
      <p class="sentence reason">
        <Prose text={rule.text} />
      </p>
      <dl class="table">
        <dt>Basis</dt>
        <dd>
          <Basis basis={rule.basis} strength={rule.support?.strength} />
        </dd>
        <dt>{rule.basis === 'documented' ? 'Section' : 'Evidence'}</dt>
        <dd>
          <Prose text={rule.source} />
        </dd>
        {rule.status !== undefined && (
          <>
            <dt>Refuses with</dt>
            <dd>
              <Status status={rule.status} /> <code>{rule.code}</code>
            </dd>
          </>
        )}
        {restsOn.length > 0 && (
          <>
            <dt>With</dt>
            <dd>
              {restsOn.map((each) => (
                <Link key={each} to={{ view: 'coverage', query: { rule: each } }}>{`${each} `}</Link>
              ))}
            </dd>
          </>
        )}
        <dt>Operations</dt>
        <dd>
          {isOfAll
            ? 'all'
            : operations.length === 0
              ? 'none: it answers paths that no operation takes'
              : operations.map((each) => <Link key={each} to={{ view: 'docs', page: each }}>{`${each} `}</Link>)}
        </dd>
      </dl>
      {others.length > 0 && (
        <details>
          <summary>What else may be chosen</summary>
          {others.map(({ name, text, source }) => (
            <p key={name}>
              <code>{name}</code>: <Prose text={text} />{' '}
              <span class="quiet">
                <Prose text={source} />
              </span>
            </p>
          ))}
        </details>
      )}
      <h3>{hits === 0 ? 'Not covered' : `Covered ${hits}×`}</h3>
      {requests.length === 0 ? (
        <p class="quiet">No request yet.</p>
      ) : (
        <ul class="requests">
          {requests.map(({ id, method, path, status }) => (
            <li key={id}>
              <Link to={{ view: 'requests', query: { request: id } }}>
                <Status status={status} /> {`#${id} ${method} ${path}`}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Cover id={rule.id} />
    </>
  )
}

const Cover = ({ id }: { readonly id: string }) => {
  const [isSending, setIsSending] = useState(false)
  const { cover, curl: text = '' } = useCall<RuleCover>(`rules/${encodeURIComponent(id)}/cover`).data ?? {}
  if (cover === undefined) return <h3>How to cover it</h3>
  if (cover === null)
    return (
      <>
        <h3>How to cover it</h3>
        <p>
          No request alone does: it needs a certain time, size or data. Set a <Link to={{ view: 'data' }}>row</Link> or
          the clock.
        </p>
      </>
    )
  const send = async (): Promise<void> => {
    setIsSending(true)
    let number: string | null = null
    for (const request of cover) number = await sendRequest(request)
    setIsSending(false)
    if (number !== null) say(`Sent ${id}: request ${number}.`)
  }
  return (
    <>
      <h3>How to cover it</h3>
      <pre class="block" tabindex={0} role="group" aria-label="Requests that cover it">
        {text}
      </pre>
      <p class="line">
        <button type="button" class="primary" disabled={isSending} onClick={() => void send()}>
          {cover.length === 1 ? 'Send' : `Send ${cover.length} requests`}
        </button>
        <button type="button" data-curl onClick={() => void copy(text, 'the curl command')}>
          Copy curl
        </button>
        <span class="quiet">Sends to this sandbox. Written for the default fixture.</span>
      </p>
    </>
  )
}
