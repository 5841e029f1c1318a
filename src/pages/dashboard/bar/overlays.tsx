import type { PageContext } from '../page-context.ts'
import { Keys } from './keys.tsx'

/** The line at the foot of a page that says what was done, with its undo. */
export const Toast = () => (
  <footer id="toast" aria-label="What was done">
    <p id="said" role="status" />
    <p id="complaint" role="alert" />
    <button type="button" id="undo" hidden>
      Undo
    </button>
    <button type="button" id="dismiss" class="bare" aria-label="Dismiss" hidden>
      ✕
    </button>
    <span id="busy" aria-hidden="true">
      Working…
    </span>
  </footer>
)

/** What stands beside every view: the line at the foot, and the keys. */
export const Overlays = ({ context }: { readonly context: PageContext }) => (
  <>
    <Toast />
    <Keys context={context} />
  </>
)
