import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { DEFAULT_SANDBOX } from '../../../sandbox/sandboxes.ts'
import type { Exchange } from '../../../testing/journal/exchange.ts'
import { type PageContext, pageUrl, pageUrlIn } from '../page-context.ts'
import { NameInput, Search } from '../parts/fields.tsx'
import { counted, grouped, span, toSeconds } from '../parts/format.ts'
import { pageOf, Paging } from '../parts/list.tsx'
import { CompareSandboxes } from './compare/compare-sandboxes.tsx'
import { countsOf, isError, type SandboxCounts } from '../parts/sandbox-counts.ts'

const CARDS_A_PAGE = 60
const MAX_IN_STRIP = 40

/** The sandboxes of this server, the worst first, and forms to open, make and delete them. */
export const Sandboxes = ({ context }: { readonly context: PageContext }) => {
  const { compare: left = '', with: right = '' } = context.query
  return (
    <>
      {left !== '' && right !== '' && <CompareSandboxes context={context} names={[left, right]} />}
      <Cards context={context} compared={right === '' ? left : ''} />
    </>
  )
}

type CardsProps = {
  readonly context: PageContext
  /** The sandbox for which another one is to be chosen; empty where none is. */
  readonly compared: string
}

const Cards = ({ context, compared }: CardsProps) => {
  const text = context.query['text'] ?? ''
  const all = context.options.sandboxes
    .list()
    .filter(({ name }) => name.includes(text))
    .map((sandbox) => ({ sandbox, counts: countsOf(sandbox) }))
    .toSorted((a, b) => badness(b.counts) - badness(a.counts))
  const page = pageOf(all, context.query['from'], CARDS_A_PAGE)
  const to = (at: number) => pageUrl(context, 'sandboxes', { compare: compared, text, from: at === 0 ? undefined : at })
  return (
    <>
      <div class="line tools">
        <Search
          action={pageUrl(context, 'sandboxes')}
          label="Sandboxes"
          text={text}
          placeholder="Find a sandbox by its name"
        >
          {compared !== '' && <input type="hidden" name="compare" value={compared} />}
        </Search>
        <form class="line" data-open-sandbox="journal">
          <label>
            Name <NameInput id="sandbox-name" />
          </label>
          <button>Open or create</button>
        </form>
        <DeleteAll count={context.options.sandboxes.list().length - 1} />
      </div>
      {compared !== '' && (
        <p class="notice line">
          Compare {compared} with which one?
          <a class="button" href={pageUrl(context, 'sandboxes', { text })} data-soft>
            Cancel
          </a>
        </p>
      )}
      {all.length > page.shown.length && <Paging page={page} to={to} />}
      {all.length === 0 && <p>No sandbox has {text} in its name.</p>}
      <ul class="cards sandboxes plain">
        {page.shown.map(({ sandbox, counts }) => (
          <Card context={context} sandbox={sandbox} counts={counts} compared={compared} />
        ))}
      </ul>
    </>
  )
}

/** What worries most weighs most: findings, then errors, then requests that hang. */
const badness = ({ findings, errors, held }: SandboxCounts): number => findings * 1e12 + errors * 1e6 + held

type CardProps = CardsProps & { readonly sandbox: Sandbox; readonly counts: SandboxCounts }

const Card = ({ context, sandbox: { name, world }, counts, compared }: CardProps) => {
  const { clock, config, journal } = world
  const latest = journal.entries().slice(-MAX_IN_STRIP)
  const last = latest.at(-1)
  const here = name === context.sandbox.name
  return (
    <li id={`sandbox-${name}`} class={here ? 'card open' : 'card'}>
      <h2>
        <a href={pageUrlIn(context, name, 'journal')} class="whole-card" aria-current={here ? 'true' : undefined}>
          {name}
        </a>
      </h2>
      <Strip exchanges={latest} />
      <dl class="tallies">
        <Tally count={counts.requests} what="requests" />
        <Tally count={counts.errors} what="errors" kind="bad" />
        <Tally count={counts.held} what="held" kind="held" />
        <Tally count={counts.findings} what="findings" kind="bad" />
      </dl>
      <p class="quiet">
        {config.scenario?.name ?? 'no scenario'}
        <br />
        {toSeconds(clock.nowIso)} {clock.mode}
        <br />
        {last === undefined ? 'no answer yet' : `last answer ${span(clock.nowMs - last.endedMs)} ago`}
      </p>
      <div class="of-card">
        <CompareLink context={context} name={name} compared={compared} />
        {name !== DEFAULT_SANDBOX && (
          <form
            data-call={`DELETE sandboxes/${name}`}
            data-done={`Deleted ${name}.${counts.held === 0 ? '' : ' The requests that it held got no answer.'}`}
          >
            <button class="danger bare" aria-label={`Delete ${name}`}>
              Delete
            </button>
          </form>
        )}
      </div>
    </li>
  )
}

type CompareLinkProps = CardsProps & { readonly name: string }

/** Chooses the first of two to be compared, then the second. */
const CompareLink = ({ context, name, compared }: CompareLinkProps) =>
  name === compared || context.options.sandboxes.list().length === 1 ? null : (
    <a
      class={compared === '' ? 'button bare' : 'button primary'}
      href={pageUrl(context, 'sandboxes', compared === '' ? { compare: name } : { compare: compared, with: name })}
      data-soft
      aria-label={compared === '' ? `Compare ${name}` : `Compare ${compared} with ${name}`}
    >
      {compared === '' ? 'Compare' : 'Compare with this'}
    </a>
  )

type TallyProps = { readonly count: number; readonly what: string; readonly kind?: 'bad' | 'held' }

const Tally = ({ count, what, kind }: TallyProps) => (
  <div class={count === 0 ? 'none' : kind}>
    <dt>{what}</dt>
    <dd>{grouped(count)}</dd>
  </div>
)

/** The latest answers, one bar each, by the class of their status: a failure stands higher. */
const Strip = ({ exchanges }: { readonly exchanges: readonly Exchange[] }) => {
  const errors = exchanges.filter(isError).length
  return (
    <svg
      class="strip"
      viewBox={`0 0 ${MAX_IN_STRIP * 6} 24`}
      preserveAspectRatio="xMinYMid meet"
      role="img"
      aria-label={`The latest ${counted(exchanges.length, 'answer', 'answers')}: ${counted(errors, 'error', 'errors')}`}
    >
      {exchanges.map((exchange, at) => {
        const height = isError(exchange) ? 24 : 12
        const kind = `s${Math.trunc(exchange.status / 100)}`
        return <rect x={at * 6} y={24 - height} width={4} height={height} rx={1} class={kind} />
      })}
    </svg>
  )
}

const DeleteAll = ({ count }: { readonly count: number }) =>
  count === 0 ? null : (
    <div class="menu">
      <button type="button" popovertarget="delete-all" class="bare">
        Delete all…
      </button>
      <div popover="auto" role="group" tabindex={-1} id="delete-all" class="sheet" aria-label="Delete all sandboxes">
        <p>All sandboxes except the default go, with their data and journals. That cannot be undone.</p>
        <form data-call="DELETE sandboxes" data-done="Only the default sandbox is left.">
          <button class="danger">Delete {counted(count, 'sandbox', 'sandboxes')}</button>
        </form>
      </div>
    </div>
  )
