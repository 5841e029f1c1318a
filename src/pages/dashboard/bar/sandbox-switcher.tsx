import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { type PageContext, pageUrl, pageUrlIn } from '../page-context.ts'
import { NameInput } from '../parts/fields.tsx'
import { grouped } from '../parts/format.ts'
import { countsOf } from '../parts/sandbox-counts.ts'

const MAX_FOUND = 50

/** The name of the sandbox, and a menu that leads to the same view of another. */
export const SandboxSwitcher = ({ context, view }: { readonly context: PageContext; readonly view: string }) => (
  <div class="menu">
    <button type="button" class="switcher" popovertarget="switcher" aria-label={`Sandbox ${context.sandbox.name}`}>
      <span class="name">{context.sandbox.name}</span>
      <span aria-hidden="true">▾</span>
    </button>
    <div
      popover="auto"
      role="group"
      tabindex={-1}
      id="switcher"
      class="sheet"
      data-list={pageUrl(context, 'switcher', { view })}
      aria-label="Sandboxes"
    >
      <input
        type="search"
        id="switcher-find"
        aria-label="Find a sandbox"
        placeholder="Find a sandbox"
        autocomplete="off"
        autofocus
      />
      <div id="switcher-list" data-keep />
      <form class="line" data-open-sandbox={view}>
        <label>
          New <NameInput id="switcher-name" />
        </label>
        <button>Make</button>
        <a href={pageUrl(context, 'sandboxes')}>All sandboxes</a>
      </form>
    </div>
  </div>
)

/** What the menu lists, the latest used first. @param view the page to stay on */
export const SwitcherList = ({ context, view }: { readonly context: PageContext; readonly view: string }) => {
  const text = context.query['text'] ?? ''
  const here = context.sandbox.name
  const found = context.options.sandboxes.list().filter(({ name }) => name.includes(text))
  return (
    <>
      <ul class="plain">
        {found.slice(0, MAX_FOUND).map((sandbox) => (
          <li>
            <a href={pageUrlIn(context, sandbox.name, view)} aria-current={sandbox.name === here ? 'true' : undefined}>
              <b>{sandbox.name}</b> <Counts sandbox={sandbox} />
            </a>
            {sandbox.name !== here && (
              <a
                class="compare-with"
                href={pageUrl(context, 'sandboxes', { compare: here, with: sandbox.name })}
                aria-label={`Compare ${here} with ${sandbox.name}`}
              >
                compare
              </a>
            )}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="quiet">No sandbox has that in its name.</p>}
      {found.length > MAX_FOUND && (
        <p class="quiet">And {grouped(found.length - MAX_FOUND)} more: type to find them.</p>
      )}
    </>
  )
}

const Counts = ({ sandbox }: { readonly sandbox: Sandbox }) => {
  const { requests, errors, held, findings } = countsOf(sandbox)
  const counts = [
    [requests, 'requests', ''],
    [errors, 'errors', 'loud'],
    [held, 'held', 'hatched'],
    [findings, 'findings', 'loud'],
  ] as const
  return (
    <span class="counts">
      {counts
        .filter(([count], at) => at === 0 || count > 0)
        .map(([count, what, kind]) => (
          <span class={`badge ${kind}`}>
            {grouped(count)} {what}
          </span>
        ))}
    </span>
  )
}
