import { useState } from 'preact/hooks'
import type { RuleCover, RuleDetails } from '../control/rules.ts'
import { Button, say } from './acts.tsx'
import { Link } from './address.tsx'
import { useCall } from './calls.ts'
import { Basis, Code, CopyCurl, Detail, Prose, RuleLink, Status, Terms } from './parts.tsx'
import { sendRequest } from './send.ts'

/** A rule: what it says, its evidence, the requests that it shaped, and how to cover it. */
export const RuleDetail = ({ id }: { readonly id: string }) => {
  const { data, error } = useCall<RuleDetails>(`rules/${encodeURIComponent(id)}`)
  return (
    <Detail kind="Rule" label={id} title={<h2 class="grow">{id}</h2>} lost={error?.message}>
      {data !== undefined && <Rule details={data} />}
    </Detail>
  )
}

const Rule = ({ details }: { readonly details: RuleDetails }) => {
  const { rule, hits, operations, of_all_operations: isOfAll, rests_on: restsOn, requests } = details
  const others = rule.alternatives.filter(({ name }) => name !== rule.in_force)
  return (
    <>
      <p class="sentence space">
        <Prose text={rule.text} />
      </p>
      <Terms
        of={[
          ['Basis', <Basis basis={rule.basis} strength={rule.support?.strength} />],
          [rule.basis === 'documented' ? 'Section' : 'Evidence', <Prose text={rule.source} />],
          [
            'Refuses with',
            rule.status && (
              <>
                <Status status={rule.status} /> <code>{rule.code}</code>
              </>
            ),
          ],
          ['With', restsOn.length > 0 ? restsOn.map((each) => [<RuleLink key={each} id={each} />, ' ']) : undefined],
          [
            'Operations',
            isOfAll
              ? 'all'
              : operations.length === 0
                ? 'none: it answers paths that no operation takes'
                : operations.map((each) => <Link key={each} to={{ view: 'docs', page: each }}>{`${each} `}</Link>),
          ],
        ]}
      />
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
        <ul class="lines">
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
      <Code label="Requests that cover it" text={text} />
      <p class="line">
        <Button class="filled accent" disabled={isSending} onClick={() => void send()}>
          {cover.length === 1 ? 'Send' : `Send ${cover.length} requests`}
        </Button>
        <CopyCurl text={text} />
        <span class="quiet">Sends to this sandbox. Written for the default fixture.</span>
      </p>
    </>
  )
}
