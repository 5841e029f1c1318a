import { shallowJson } from '../../../../testing/journal/redact.ts'
import type { ShownExchange } from '../../../../testing/journal/present-exchange.ts'
import { grouped } from '../../parts/format.ts'
import { Json, type LinkOf } from '../../parts/json.tsx'

type RequestProps = { readonly request: ShownExchange['request']; readonly whole: string; readonly linkOf: LinkOf }

/** What was asked: the query decoded, and as JSON where it is JSON, and the body. */
export const Request = ({ request, whole, linkOf }: RequestProps) => {
  const { query, body, body_bytes: omitted } = request
  const asked = [...new URLSearchParams(query)]
  return (
    <>
      {asked.length > 0 && (
        <>
          <h3>Query</h3>
          <dl class="facts">
            {asked.map(([name, value]) => (
              <>
                <dt>
                  <code>{name}</code>
                </dt>
                <dd>
                  <QueryValue name={name} value={value} whole={whole} linkOf={linkOf} />
                </dd>
              </>
            ))}
          </dl>
        </>
      )}
      <h3>Body</h3>
      {body === null ? (
        <p class="quiet">
          {omitted === undefined
            ? 'It had none.'
            : `${grouped(omitted)} bytes, not stored: no known key came with them.`}
        </p>
      ) : (
        <Json label="Request body" value={body} whole={whole} place="request.body" linkOf={linkOf} />
      )}
    </>
  )
}

type QueryValueProps = Omit<RequestProps, 'request'> & { readonly name: string; readonly value: string }

const QueryValue = ({ name, value, whole, linkOf }: QueryValueProps) => {
  const json = shallowJson(value)
  return typeof json === 'object' && json !== null ? (
    <Json label={`Query ${name}`} value={json} whole={whole} linkOf={linkOf} />
  ) : (
    <code>{value}</code>
  )
}

/** A query as people read it: without percent signs. */
export const readableQuery = (query: string): string =>
  query === ''
    ? ''
    : `?${[...new URLSearchParams(query)].map(([name, value]) => (value === '' ? name : `${name}=${value}`)).join('&')}`

type HeadersProps = { readonly label: string; readonly headers: Readonly<Record<string, string>> }

export const Headers = ({ label, headers }: HeadersProps) => (
  <>
    <h3>{label}</h3>
    <dl class="facts headers" aria-label={label}>
      {Object.entries(headers).map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  </>
)
