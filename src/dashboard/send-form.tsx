import { useState } from 'preact/hooks'
import type { Overview } from '../control/sandboxes.ts'
import { curlFor } from '../kernel/curl-command.ts'
import { baseOf, Link } from './address.tsx'
import { type Entry, mediaOf } from './api-entries.ts'
import { readJson, useCall } from './calls.ts'
import { Json } from './json.tsx'
import { Basis, Code, CopyCurl, Input, Status, TextArea } from './parts.tsx'
import { fetchAs } from './send.ts'

interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers: Headers
  readonly ms: number
}

const KEPT = 'rental-sim-key'
const textOf = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** A request that can be sent as it stands, as a command too. */
export const SendForm = ({ entry }: { readonly entry: Entry }) => {
  const { method, path, parameters, isControl } = entry
  const keys = useCall<Overview>('overview').data?.keys
  const offered = keys?.find(({ key }) => key === entry['x-sim-key'])?.key ?? keys?.[0]?.key ?? ''
  const example = mediaOf(entry.requestBody?.content).example
  const hasBody = entry.requestBody !== undefined
  const [values, setValues] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries(parameters.map(({ name, example: value }) => [name, textOf(value)])),
  )
  const [body, setBody] = useState(hasBody ? JSON.stringify(example ?? {}, null, 2) : '')
  const [typed, setTyped] = useState<string | undefined>(localStorage.getItem(KEPT) ?? undefined)
  const [answer, setAnswer] = useState<Answer | 'waiting' | 'lost'>()
  const takesKey = !isControl && entry['x-sim-scope'] !== undefined
  const key = takesKey ? (typed ?? offered) : ''
  const filled = path.replaceAll(/\{(\w+)\}/g, (place, name: string) =>
    values[name] ? encodeURIComponent(values[name]) : place,
  )
  const query = new URLSearchParams(
    parameters.flatMap(({ in: place, name }) => (place === 'query' && values[name] ? [[name, values[name]]] : [])),
  ).toString()
  const sentBody = hasBody && body.trim() !== '' ? body : undefined
  const target = `${filled}${query === '' ? '' : `?${query}`}`
  const request = { method, target, key, type: undefined, body: sentBody }
  const curl = curlFor(request, location.origin + baseOf())
  const send = async (event: Event): Promise<void> => {
    event.preventDefault()
    setAnswer('waiting')
    const begun = performance.now()
    try {
      const response = await fetchAs(request)
      const text = await response.text()
      setAnswer({
        status: response.status,
        body: readJson<unknown>(text, text),
        headers: response.headers,
        ms: Math.round(performance.now() - begun),
      })
    } catch {
      setAnswer('lost')
    }
  }
  const keepKey = (text: string): void => {
    setTyped(text)
    if (text === '' || text === offered) localStorage.removeItem(KEPT)
    else localStorage.setItem(KEPT, text)
  }
  return (
    <aside class="send card" aria-label="Try it">
      <form
        onSubmit={(event) => void send(event)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
        }}
      >
        {takesKey && (
          <label>
            <span class="quiet">API key</span>
            <Input value={key} set={keepKey} />
            {keys?.length === 0 && <span class="quiet">Keys of your own fixtures are never sent to a page.</span>}
          </label>
        )}
        {parameters.map(({ name, required }) => (
          <label key={name}>
            <span class="quiet">{name}</span>
            <Input
              required={required}
              value={values[name] ?? ''}
              set={(text) => setValues({ ...values, [name]: text })}
            />
          </label>
        ))}
        {hasBody && (
          <label>
            <span class="quiet">Body</span>
            <TextArea rows={Math.min(16, body.split('\n').length + 1)} value={body} set={setBody} />
          </label>
        )}
        <p class="line">
          <button type="submit" class="filled accent">
            Send
          </button>
          <CopyCurl text={curl} />
        </p>
      </form>
      <details>
        <summary>curl</summary>
        <Code label="curl command" text={curl} />
      </details>
      <section aria-live="polite" aria-label="Response">
        {answer === 'waiting' && <p class="quiet">Waiting for the response.</p>}
        {answer === 'lost' && (
          <p>
            <Status status={0} /> No response came.
          </p>
        )}
        {typeof answer === 'object' && <ShownAnswer answer={answer} />}
      </section>
    </aside>
  )
}

const ShownAnswer = ({ answer: { status, body, headers, ms } }: { readonly answer: Answer }) => {
  const header = (name: string): string | null => headers.get(`x-sim-${name}`)
  const [exchange, basis, hint] = [header('exchange'), header('basis'), header('hint')]
  return (
    <>
      <p class="line wide">
        <Status status={status} isInjected={basis === 'injected'} />
        <span>{ms} ms</span>
        {basis !== null && <Basis basis={basis} strength={header('evidence')} />}
        {exchange !== null && <Link to={{ view: 'requests', query: { request: exchange } }}>Request {exchange}</Link>}
      </p>
      {hint !== null && <p class="box amber">{hint}</p>}
      {body === '' ? <p class="quiet">It has no body.</p> : <Json label="Response body" value={body} />}
    </>
  )
}
