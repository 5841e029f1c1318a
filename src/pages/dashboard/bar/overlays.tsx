import type { PageContext } from '../page-context.ts'
import { Keys } from './keys.tsx'

/** What the script shows over a page: what was done, and the keys. */
export const Overlays = ({ context }: { readonly context: PageContext }) => (
  <>
    <div id="toast" popover="manual">
      <p id="said" role="status" />
      <p id="complaint" role="alert" />
      <button type="button" id="undo" hidden>
        Undo
      </button>
      <button type="button" id="dismiss" class="bare" aria-label="Dismiss">
        ✕
      </button>
    </div>
    <Keys context={context} />
  </>
)
