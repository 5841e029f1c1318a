import { findingsIn } from '../../../testing/findings/findings.ts'
import { type PageContext, pageUrl } from '../page-context.ts'
import { viewsOf } from '../views/index.ts'
import { viewKeys } from './keys.tsx'
import { Snapshots } from './snapshots.tsx'

const MAX_COUNT = 99

/** The views with what waits in them, and what acts on the whole sandbox. */
export const Navigation = ({ context, view }: { readonly context: PageContext; readonly view: string }) => {
  const { world } = context
  const counts: Readonly<Record<string, readonly [count: number, of: string]>> = {
    journal: [world.delays.size, 'held'],
    faults: [world.faults.names().length, 'active'],
    findings: [findingsIn(world).length, 'found'],
  }
  return (
    <div class="below-bar">
      <nav aria-label="Views">
        {viewsOf(context).map(({ page, title }) => {
          const [count, of] = counts[page] ?? []
          return (
            <a
              href={pageUrl(context, page)}
              data-soft
              data-key={viewKeys[page]}
              {...(page === view && { 'aria-current': 'page' })}
            >
              {title}
              {count !== undefined && (
                <span class={`badge ${page}`} title={count === 0 ? undefined : `${count} ${of}`}>
                  {count === 0 ? '' : count > MAX_COUNT ? `${MAX_COUNT}+` : count}
                </span>
              )}
            </a>
          )
        })}
        <a href={`${context.up}../../docs`}>Reference</a>
      </nav>
      <div class="acts">
        <button type="button" class="bare" data-changes-scheme aria-label="Light or dark" title="Light or dark">
          ◐
        </button>
        <button type="button" class="bare" popovertarget="keys" aria-label="Keys" title="Keys (?)">
          ?
        </button>
        <Snapshots context={context} />
        <form
          data-call="POST reset"
          data-done="Reset: data, clock, faults and journal are as at the start."
          data-undo=""
        >
          <button class="danger">Reset</button>
        </form>
      </div>
    </div>
  )
}
