import type { Child } from 'hono/jsx'
import { isoInstant } from '../../../../kernel/clock.ts'
import type { Exchange } from '../../../../testing/journal/exchange.ts'
import { presentExchange } from '../../../../testing/journal/present-exchange.ts'
import type { PageContext } from '../../page-context.ts'
import { Json } from '../../parts/json.tsx'
import { ListLink } from '../../parts/list.tsx'
import { Prose } from '../../parts/prose.tsx'
import { Basis } from '../../parts/text.tsx'
import { Actions } from './actions.tsx'
import { Changes } from './changes.tsx'
import { copyForms, copyOf } from './copies/copy-of.ts'
import { journalUrl } from './journal-url.ts'
import { NearMisses } from './near-misses.tsx'
import { reasonOf } from './reason.ts'
import { Headers, readableQuery, Request } from './request.tsx'
import { rowLinks } from './row-links.ts'
import { Took } from './took.tsx'
import { Why } from './why.tsx'

type ExchangeProps = {
  readonly context: PageContext
  readonly exchange: Exchange | undefined
  readonly id: string
  /** Those that the list shows around it. */
  readonly before: number | undefined
  readonly after: number | undefined
}

/** The exchange that is open, or why there is none of that number. */
export const ExchangeView = ({ context, exchange, id, before, after }: ExchangeProps) => (
  <section class="detail exchange" aria-label={`Exchange ${id}`} id="detail" tabindex={-1}>
    <p class="around">
      <a class="button bare close" href={journalUrl(context)} data-soft>
        Close
      </a>
      <Around context={context} id={before} label="Previous" sign="↑" />
      <Around context={context} id={after} label="Next" sign="↓" />
    </p>
    {exchange === undefined ? (
      <p>{whyMissing(context, id)}</p>
    ) : (
      <ExchangeDetails context={context} exchange={exchange} />
    )}
  </section>
)

type AroundProps = {
  readonly context: PageContext
  readonly id: number | undefined
  readonly label: string
  readonly sign: string
}

const Around = ({ context, id, label, sign }: AroundProps) =>
  id === undefined ? null : (
    <a
      class="button bare"
      href={journalUrl(context, { exchange: id, show: context.query['show'] })}
      data-soft
      aria-label={`${label}: exchange ${id}`}
    >
      {sign}
    </a>
  )

function whyMissing({ world: { journal } }: PageContext, id: string): string {
  if (!(Number.isInteger(Number(id)) && Number(id) > 0)) return `${id} is not a request number.`
  const { lastId } = journal
  if (Number(id) <= lastId) return `The journal has no exchange ${id}: it was dropped, cleared, or is still under way.`
  return `There is no exchange ${id}: ${lastId === 0 ? 'nothing has been asked yet' : `the latest is ${lastId}`}.`
}

type DetailsProps = { readonly context: PageContext; readonly exchange: Exchange }

const ExchangeDetails = ({ context, exchange }: DetailsProps) => {
  const { id, method, path, query, status, basis, operation, fault, startedMs, userId, keyDigest } = exchange
  const user = userId === null ? undefined : context.world.tables.users.get(userId)
  return (
    <>
      <h2>
        <span class="number">#{id}</span> {method} {path}
        <span class="query">{readableQuery(query)}</span>
      </h2>
      <p class="line head">
        <span class={`status s${String(status)[0]}`}>{status === 0 ? 'no response' : status}</span>
        <Basis basis={basis} strength={exchange.responseHeaders['x-sim-evidence']} />
        {fault !== null && <span class="fault-mark">⚡ {fault.name}</span>}
        <Took exchange={exchange} />
        <span>{operation ?? 'no operation'}</span>
        <span class="quiet">
          {keyDigest === null ? 'no key' : userId === null ? 'unknown key' : `${user?.name ?? 'user'} (${userId})`} ·{' '}
          <time datetime={isoInstant(startedMs)}>{isoInstant(startedMs).slice(0, 19).replace('T', ' ')}</time> UTC
        </span>
      </p>
      <p class="reason">
        <Prose text={reasonOf(exchange, context.world.rules)} />
      </p>
      <Actions context={context} exchange={exchange} />
      <Parts context={context} exchange={exchange} />
    </>
  )
}

/** Of a body that is shown whole; each value takes about a hundred bytes of the page. */
const MAX_WHOLE_VALUES = 10_000

interface Part {
  readonly name: string
  readonly label: string
  readonly count?: number
  readonly shown: () => Child
}

const Parts = ({ context, exchange }: DetailsProps) => {
  const parts = partsOf(context, exchange)
  const wanted = context.query['show'] ?? 'answer'
  const part = parts.find(({ name }) => name === wanted)
  return (
    <>
      <nav class="parts" aria-label="Parts of the exchange">
        {parts.map(({ name, label, count }) => (
          <ListLink
            href={journalUrl(context, { exchange: exchange.id, show: name === 'answer' ? undefined : name })}
            isCurrent={name === part?.name}
          >
            {label} {count !== undefined && <span class="badge">{count}</span>}
          </ListLink>
        ))}
      </nav>
      <div class="part">
        {part === undefined ? <OtherPart context={context} exchange={exchange} wanted={wanted} /> : part.shown()}
      </div>
    </>
  )
}

function partsOf(context: PageContext, exchange: Exchange): readonly Part[] {
  const shown = presentExchange(exchange)
  const { request, response, changes, near_misses: nearMisses } = shown
  const linkOf = rowLinks(context, exchange.operation)
  const whole = `${context.up}../requests/${exchange.id}`
  return [
    {
      name: 'answer',
      label: 'Response',
      shown: () =>
        response.body === null ? (
          <p class="quiet">{response.status === 0 ? 'The client got no response.' : 'The response had no body.'}</p>
        ) : (
          <Json
            label="Response body"
            value={response.body}
            whole={whole}
            place="response.body"
            linkOf={linkOf}
            {...(context.query['whole'] === undefined
              ? { more: journalUrl(context, { exchange: exchange.id, whole: 1 }) }
              : { maxValues: MAX_WHOLE_VALUES })}
          />
        ),
    },
    { name: 'request', label: 'Request', shown: () => <Request request={request} whole={whole} linkOf={linkOf} /> },
    {
      name: 'why',
      label: 'Why',
      count: exchange.rules.length,
      shown: () => <Why context={context} exchange={exchange} />,
    },
    {
      name: 'changes',
      label: 'Changes',
      count: changes.length,
      shown: () => <Changes context={context} changes={changes} />,
    },
    {
      name: 'headers',
      label: 'Headers',
      shown: () => (
        <>
          <Headers label="Request headers" headers={request.headers} />
          <Headers label="Response headers" headers={response.headers} />
        </>
      ),
    },
    ...(nearMisses.length === 0
      ? []
      : [
          {
            name: 'near-misses',
            label: 'Near misses',
            count: nearMisses.length,
            shown: () => <NearMisses context={context} nearMisses={nearMisses} />,
          },
        ]),
  ]
}

/** What an action shows in place of a part: a copy. */
const OtherPart = ({ context, exchange, wanted }: DetailsProps & { readonly wanted: string }) => {
  const form = copyForms.find((each) => each === context.query['as'])
  if (wanted !== 'copy' || form === undefined) return <p>There is no such part of an exchange.</p>
  const { text, limits } = copyOf(form, context, exchange)
  return (
    <>
      <p class="line">
        <button type="button" data-copy="copied">
          Copy
        </button>
        {limits.map((limit) => (
          <span class="quiet limit">{limit}</span>
        ))}
      </p>
      <pre class="block" tabindex={0} role="group" aria-label={`As ${form}`} id="copied">
        {text}
      </pre>
    </>
  )
}
