import type { PageContext } from '../page-context.ts'
import { NameInput } from '../parts/fields.tsx'

/** The snapshots of the sandbox, in a menu. */
export const Snapshots = ({ context: { sandbox } }: { readonly context: PageContext }) => (
  <div class="menu">
    <button type="button" class="bare" popovertarget="snapshots">
      Snapshots ({sandbox.snapshots.length})
    </button>
    <div popover="auto" role="group" tabindex={-1} id="snapshots" class="sheet" aria-label="Snapshots">
      <form data-call="POST snapshots" data-done="Snapshot taken." class="line">
        <label>
          Name <NameInput id="snapshot-name" taken={sandbox.snapshots} />
        </label>
        <button>Take</button>
      </form>
      {sandbox.snapshots.length === 0 ? (
        <p class="quiet">A snapshot keeps the whole sandbox: data, clock, faults, journal.</p>
      ) : (
        <ul class="plain">
          {sandbox.snapshots.map((name) => (
            <li class="line" id={`snapshot-${name}`}>
              <code>{name}</code>
              <form data-call={`POST snapshots/${name}/restore`} data-done={`Restored ${name}.`} data-undo="">
                <button aria-label={`Restore ${name}`}>Restore</button>
              </form>
              <form data-call={`DELETE snapshots/${name}`} data-done={`Deleted ${name}.`}>
                <button class="danger" aria-label={`Delete ${name}`}>
                  Delete
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
    </div>
  </div>
)
