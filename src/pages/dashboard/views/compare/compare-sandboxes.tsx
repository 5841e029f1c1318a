import type { Sandbox } from '../../../../sandbox/sandbox.ts'
import { type PageContext, pageUrl, pageUrlIn } from '../../page-context.ts'
import { counted } from '../../parts/format.ts'
import { compared } from '../journal/compare.tsx'
import { differences } from '../journal/diff.ts'
import { DiffTable } from '../journal/diff-table.tsx'
import { Journals } from './journals.tsx'
import { MAX_COMPARED, type Pair, pairsOf } from './pairs.ts'
import { rowDifferences } from './row-differences.ts'
import { compareUrl, type SidesProps } from './sides.ts'
import { States } from './states.tsx'

type NamedProps = { readonly context: PageContext; readonly names: readonly [left: string, right: string] }

/** What went otherwise in one sandbox than in another, as in a failing test and a passing one. */
export const CompareSandboxes = ({ context, names }: NamedProps) => {
  const { sandboxes } = context.options
  const [left, right] = [sandboxes.find(names[0]), sandboxes.find(names[1])]
  if (left !== undefined && right !== undefined) return <Comparison context={context} left={left} right={right} />
  const missing = names.find((name) => sandboxes.find(name) === undefined)
  return (
    <p>
      There is no sandbox {missing}. <a href={pageUrl(context, 'sandboxes')}>All sandboxes</a>
    </p>
  )
}

const Comparison = async ({ context, left, right }: SidesProps) => {
  const pairs = pairsOf(left.world.journal.entries(), right.world.journal.entries())
  const rows = rowDifferences(left.world, right.world)
  return (
    <div class="compare">
      <div class="line">
        <h2>
          <a href={pageUrlIn(context, left.name, 'journal')}>{left.name}</a> <span class="quiet">and</span>{' '}
          <a href={pageUrlIn(context, right.name, 'journal')}>{right.name}</a>
        </h2>
        <a class="button" href={compareUrl(context, right.name, left.name)} data-soft>
          Swap
        </a>
        {/* A page that has it does not renew itself: to compare may take long. */}
        <a class="button" id="changed" href={compareUrl(context, left.name, right.name)} data-soft>
          Compare again
        </a>
        <a class="button bare" href={pageUrl(context, 'sandboxes', { compare: left.name })} data-soft>
          Choose another
        </a>
      </div>
      <p class="same-until">{verdictOf(pairs, left, right)}</p>
      <SetUp context={context} left={left} right={right} />
      <Journals context={context} left={left} right={right} pairs={pairs} />
      <States context={context} left={left} right={right} rows={rows} />
    </div>
  )
}

/** Up to where both are the same, and what then differs. */
function verdictOf(pairs: readonly Pair[], left: Sandbox, right: Sandbox): string {
  const at = pairs.findIndex(({ isSame }) => !isSame)
  const first = pairs[at]
  const limit = [left, right].some(({ world }) => world.journal.length > MAX_COMPARED)
    ? ` Of longer journals the first ${MAX_COMPARED} exchanges are compared.`
    : ''
  const lost = [left, right]
    .filter(({ world: { journal, delays } }) => journal.lastId > journal.length + delays.size)
    .map(({ name }) => ` The journal of ${name} no longer has all its exchanges.`)
  return [sentenceOf(pairs.length, at, first, left.name, right.name), limit, ...lost].join('')
}

function sentenceOf(count: number, at: number, first: Pair | undefined, left: string, right: string): string {
  if (count === 0) return 'Nothing has been asked in either.'
  if (first === undefined) return `${counted(count, 'exchange is', 'exchanges are')} the same, but for times.`
  const until = at === 0 ? 'From the first request on: ' : `The same until #${(first.left ?? first.right)?.id}: `
  if (first.left !== undefined && first.right !== undefined) {
    const { method, path } = first.left
    const [ours, theirs] = [first.left, first.right].map(({ status }) => (status === 0 ? 'no answer' : status))
    const [{ path: field } = { path: '' }, ...more] = differences(compared(first.left), compared(first.right), true)
    const what =
      ours === theirs
        ? `both got ${ours}, and differ in ${field}${more.length === 0 ? '' : ` and ${more.length} more`}`
        : `${left} got ${ours}, ${right} got ${theirs}`
    return `${until}${method} ${path}: ${what}.`
  }
  const [who, asked] = first.left === undefined ? [right, first.right] : [left, first.left]
  return `${until}only ${who} asked ${asked?.method} ${asked?.path}.`
}

/** What the two answer by, where it differs: that alone may explain all else. */
const SetUp = ({ context, left, right }: SidesProps) => {
  const found = differences(setUpOf(context, left), setUpOf(context, right))
  if (found.length === 0) return null
  return (
    <section class="panel" aria-labelledby="set-up">
      <h2 id="set-up">What was set up differently</h2>
      <DiffTable found={found} heads={[left.name, right.name]} />
    </section>
  )
}

function setUpOf({ options }: PageContext, { world }: Sandbox): object {
  const { config, fixture, clock, rules, faults } = world
  return {
    scenario: config.scenario?.name ?? 'none',
    fixture: options.documents.nameOf(fixture) ?? config.dataOf ?? 'own',
    seed: fixture.seed ?? config.seed,
    clock: clock.mode,
    limiter: config.rateLimit.enabled ? 'on' : 'off',
    dialect: rules.dialect,
    fault: Object.fromEntries(faults.names().map((name) => [name, 'in force'])),
  }
}
