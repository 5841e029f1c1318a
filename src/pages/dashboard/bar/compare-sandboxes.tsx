import type { Sandbox } from '../../../sandbox/sandbox.ts'
import type { Exchange } from '../../../testing/journal/exchange.ts'
import { type PageContext, pageUrlIn } from '../page-context.ts'
import { counted } from '../parts/format.ts'
import { differences } from './diff.ts'
import { MAX_COMPARED, partedAt } from './parted.ts'

type CompareProps = { readonly context: PageContext; readonly names: readonly [left: string, right: string] }

/** One line that says where two sandboxes parted, and how they were set up differently. */
export const CompareSandboxes = ({ context, names }: CompareProps) => {
  const { sandboxes } = context.options
  const [left, right] = [sandboxes.find(names[0]), sandboxes.find(names[1])]
  if (left === undefined || right === undefined)
    return <p class="parted">There is no sandbox {left === undefined ? names[0] : names[1]}.</p>
  const [ours, theirs] = [left.world.journal.entries(), right.world.journal.entries()]
  const parted = partedAt(ours, theirs)
  const setUp = differences(setUpOf(context, left), setUpOf(context, right))
  const count = Math.min(MAX_COMPARED, ours.length, theirs.length)
  return (
    <p class="parted">
      {parted === undefined ? (
        `${left.name} and ${right.name}: ${counted(count, 'exchange is', 'exchanges are')} the same, except for times.`
      ) : (
        <>
          {left.name} and {right.name} are the same until{' '}
          <Side context={context} sandbox={left} exchange={parted.left} />, where {right.name} has{' '}
          <Side context={context} sandbox={right} exchange={parted.right} />
          {parted.path !== '' && (
            <>
              : they differ in <code>{parted.path}</code>
            </>
          )}
          .
        </>
      )}
      {setUp.length > 0 &&
        ` Set up differently: ${setUp.map(({ path, left: a, right: b }) => `${path} ${word(a)} and ${word(b)}`).join(', ')}.`}
    </p>
  )
}

const word = (value: unknown): string =>
  value === undefined ? 'none' : typeof value === 'string' ? value : JSON.stringify(value)

type SideProps = {
  readonly context: PageContext
  readonly sandbox: Sandbox
  readonly exchange: Exchange | undefined
}

const Side = ({ context, sandbox, exchange }: SideProps) => {
  if (exchange === undefined) return <>no further request</>
  const { id, method, path, status } = exchange
  return (
    <a href={pageUrlIn(context, sandbox.name, 'journal', { exchange: id })}>
      #{id} {method} {path} {status === 0 ? 'lost' : status}
    </a>
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
    fault: Object.fromEntries(faults.names().map((name) => [name, 'active'])),
  }
}
