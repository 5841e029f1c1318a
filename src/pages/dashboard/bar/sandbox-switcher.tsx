import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { DEFAULT_SANDBOX } from '../../../sandbox/sandboxes.ts'
import { findingsIn } from '../../../testing/findings/findings.ts'
import { callsIn, type PageContext, pageUrl, pageUrlIn } from '../page-context.ts'
import { NameInput } from '../parts/fields.tsx'
import { counted, grouped } from '../parts/format.ts'
import { CompareSandboxes } from './compare-sandboxes.tsx'

const MAX_FOUND = 50

type SwitcherProps = { readonly context: PageContext; readonly view: string }

/** The name of the sandbox, and a menu of all: it opens, creates, compares, forks, resets and deletes them. */
export const SandboxSwitcher = ({ context, view }: SwitcherProps) => {
  const list = pageUrl(context, 'switcher', { view })
  return (
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
        data-list={list}
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
        <noscript>
          <a href={list}>All sandboxes</a>
        </noscript>
        <form class="line" data-open-sandbox={view}>
          <label>
            Name <NameInput id="switcher-name" />
          </label>
          <button>Create sandbox</button>
        </form>
      </div>
    </div>
  )
}

/** What the menu lists, the latest used first. @param view the page to stay on */
export const SwitcherList = ({ context, view }: SwitcherProps) => {
  const { text = '', compare = '' } = context.query
  const here = context.sandbox.name
  const all = context.options.sandboxes.list()
  const found = all.filter(({ name }) => name.includes(text))
  return (
    <>
      {compare !== '' && <CompareSandboxes context={context} names={[here, compare]} />}
      <ul class="plain">
        {found.slice(0, MAX_FOUND).map((sandbox) => (
          <Item context={context} view={view} sandbox={sandbox} />
        ))}
      </ul>
      {found.length === 0 && <p class="quiet">No sandbox has that in its name.</p>}
      {found.length > MAX_FOUND && (
        <p class="quiet">And {grouped(found.length - MAX_FOUND)} more: type to find them.</p>
      )}
      {all.length > 1 && (
        <details>
          <summary>Delete all…</summary>
          <p>All sandboxes except the default go, with their data and journals. That cannot be undone.</p>
          <form data-call="DELETE sandboxes" data-done="Only the default sandbox is left.">
            <button class="danger">Delete {counted(all.length - 1, 'sandbox', 'sandboxes')}</button>
          </form>
        </details>
      )}
    </>
  )
}

const Item = ({ context, view, sandbox }: SwitcherProps & { readonly sandbox: Sandbox }) => {
  const { name, world } = sandbox
  const here = context.sandbox.name
  const exchanges = world.journal.entries()
  const held = world.delays.size
  const of = name === here ? undefined : callsIn(context, name)
  const counts = [
    [exchanges.length, 'request', ''],
    [exchanges.filter(({ status }) => status === 0 || status >= 400).length, 'error', 'loud'],
    [held, 'held request', 'hatched'],
    [findingsIn(world).length, 'finding', 'loud'],
  ] as const
  return (
    <li id={`sandbox-${name}`}>
      <a href={pageUrlIn(context, name, view)} aria-current={name === here ? 'true' : undefined}>
        <b>{name}</b>
        <span class="counts">
          {counts
            .filter(([count], at) => at === 0 || count > 0)
            .map(([count, what, kind]) => (
              <span class={`badge ${kind}`}>
                {grouped(count)} {count === 1 ? what : `${what}s`}
              </span>
            ))}
        </span>
      </a>
      {name !== here && (
        <a
          class="button bare"
          href={pageUrl(context, 'switcher', { view, compare: name })}
          data-in-menu
          aria-label={`Compare ${here} with ${name}`}
        >
          Compare
        </a>
      )}
      <form data-call="POST fork" data-of={of} data-done={`Forked ${name}.`}>
        <button class="bare" aria-label={`Fork ${name}`} title="Opens a copy of it, as it is, in a new sandbox">
          Fork
        </button>
      </form>
      <form data-call="POST reset" data-of={of} data-done={`Reset ${name}.`} data-undo="">
        <button class="danger bare" aria-label={`Reset ${name}`}>
          Reset
        </button>
      </form>
      {name !== DEFAULT_SANDBOX && (
        <form
          data-call={`DELETE sandboxes/${name}`}
          data-done={`Deleted ${name}.${held === 0 ? '' : ' The requests that it held got no answer.'}`}
        >
          <button class="danger bare" aria-label={`Delete ${name}`}>
            Delete
          </button>
        </form>
      )}
    </li>
  )
}
