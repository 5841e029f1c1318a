import type { TrialDetails } from '../control/shown-sweep.ts'
import { Link } from './address.tsx'
import { useCall } from './calls.ts'
import { Code, Copy, Detail, Terms } from './parts.tsx'

const TONES: Readonly<Record<string, string>> = { good: 'green', bad: 'filled amber', worst: 'filled red' }

/** A trial of the sweep: what was injected, what the client did, and why it matters. */
export const TrialDetail = ({ number }: { readonly number: string }) => {
  const { data, error } = useCall<TrialDetails>(`sweep/${encodeURIComponent(number)}`)
  const grade = data?.grade ?? undefined
  return (
    <Detail
      kind="Trial"
      label={`Trial ${number}`}
      title={
        <>
          {grade !== undefined && <span class={`status ${TONES[grade] ?? ''}`}>{grade}</span>}
          <h2 class="grow">{data?.verdict?.replaceAll('-', ' ') ?? `Trial ${number}`}</h2>
        </>
      }
      facts={data?.id}
      lost={error?.message}
    >
      {data !== undefined && <Trial trial={data} />}
    </Detail>
  )
}

const Trial = ({ trial }: { readonly trial: TrialDetails }) => {
  const { why, requests, sandbox, failed_tests: failed, repeat, output } = trial
  return (
    <>
      {why !== '' && <p class="sentence space">{why}</p>}
      <Terms
        of={[
          ['Injected', trial.injected],
          ['At', `call ${trial.call} of ${trial.operation}`],
          ['Wanted', trial.expected],
          ['Command', trial.ended],
        ]}
      />
      <h3>The client sent</h3>
      {requests.length === 0 ? (
        <p class="quiet">Nothing yet.</p>
      ) : (
        <ol class="lines">
          {requests.map(({ id, text, fault }, at) => (
            <li key={at}>
              {fault && <span class="pink ink">⚡ </span>}
              {id === null ? text : <Link to={{ sandbox, view: 'requests', query: { request: id } }}>{text}</Link>}
            </li>
          ))}
        </ol>
      )}
      <p>
        <Link to={{ sandbox, view: 'requests' }}>All requests of this trial</Link>
      </p>
      {failed.length > 0 && (
        <>
          <h3>Tests that failed</h3>
          <ul>
            {failed.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </>
      )}
      <h3>Repeat it</h3>
      <Code label="The command that repeats it" text={repeat} />
      <Copy text={repeat} what="the command">
        Copy
      </Copy>
      {output !== '' && (
        <details>
          <summary>It wrote last</summary>
          <Code label="Output of the command" text={output} />
        </details>
      )}
    </>
  )
}
