import type { Exchange } from '../../../../testing/journal/exchange.ts'
import { grouped } from '../../parts/format.ts'

/** How long it took on the sandbox's clock, and on the wall's, where these differ. */
export const Took = ({ exchange: { startedMs, endedMs, realMs } }: { readonly exchange: Exchange }) => (
  <span class="took">
    {grouped(endedMs - startedMs)} ms{realMs !== null && <span class="quiet"> · {grouped(realMs)} ms real</span>}
  </span>
)
