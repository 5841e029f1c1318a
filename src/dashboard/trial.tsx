import type { TrialDetails } from '../control/shown-sweep.ts'
import { Link } from './address.tsx'
import { useCall } from './calls.ts'
import { copy, DetailHead } from './parts.tsx'

/** A trial of the sweep: what was injected, what the client did, and why it matters. */
export const TrialDetail = ({ number }: { readonly number: string }) => {
  const { data, error } = useCall<TrialDetails>(`sweep/${encodeURIComponent(number)}`)
  return (
    <section class="detail" aria-label={`Trial ${number}`} tabindex={-1} data-detail>
      <DetailHead kind="Trial" view="coverage" facts={data?.id}>
        {data !== undefined && data.grade !== null && <span class={`status grade ${data.grade}`}>{data.grade}</span>}
        <h2>{data?.verdict?.replaceAll('-', ' ') ?? `Trial ${number}`}</h2>
      </DetailHead>
      {error !== undefined && <p class="lost">{error.text}</p>}
      {data !== undefined && <Trial trial={data} />}
    </section>
  )
}

const Trial = ({ trial }: { readonly trial: TrialDetails }) => {
  const {
    injected,
    call,
    operation,
    why,
    expected,
    ended,
    repeat,
    requests,
    sandbox,
    failed_tests: failed,
    output,
  } = trial
  return (
    <>
      {why !== '' && <p class="sentence reason">{why}</p>}
      <dl class="table">
        <dt>Injected</dt>
        <dd>{injected}</dd>
        <dt>At</dt>
        <dd>
          call {call} of {operation}
        </dd>
        {expected !== null && (
          <>
            <dt>Wanted</dt>
            <dd>{expected}</dd>
          </>
        )}
        {ended !== null && (
          <>
            <dt>Command</dt>
            <dd>{ended}</dd>
          </>
        )}
      </dl>
      <h3>The client sent</h3>
      {requests.length === 0 ? (
        <p class="quiet">Nothing yet.</p>
      ) : (
        <ol class="requests">
          {requests.map(({ id, text, fault }, at) => (
            <li key={at}>
              {fault && <span class="bolt">⚡ </span>}
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
      <pre class="block" tabindex={0} role="group" aria-label="The command that repeats it">
        {repeat}
      </pre>
      <button type="button" onClick={() => void copy(repeat, 'the command')}>
        Copy
      </button>
      {output !== '' && (
        <details>
          <summary>It wrote last</summary>
          <pre class="block" tabindex={0} role="group" aria-label="Output of the command">
            {output}
          </pre>
        </details>
      )}
    </>
  )
}
