import { type PageContext, pageUrl } from '../page-context.ts'
import { ClockAtHand } from './clock-at-hand.tsx'
import { InForce } from './in-force.tsx'
import { LiveState } from './live-state.tsx'
import { SandboxSwitcher } from './sandbox-switcher.tsx'

/** Where one is, what is in force there, and the clock: the same on every page. */
export const Bar = ({ context, view }: { readonly context: PageContext; readonly view: string }) => (
  <div id="bar">
    <a class="brand" href={pageUrl(context, 'journal')}>
      rental-sim
    </a>
    <SandboxSwitcher context={context} view={view} />
    <InForce context={context} />
    <ClockAtHand context={context} />
    <LiveState />
  </div>
)
