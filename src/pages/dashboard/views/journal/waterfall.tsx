/** A span of the sandbox's clock, in Unix milliseconds. */
export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** Of what took no time, in per cent of the whole. */
const LEAST = 0.6
/** A hold that ends far ahead would leave no room for the rest: what is shown ends after so many times the rest. */
const MAX_AHEAD = 4
const LEAST_MS = 1000

/** The time that all bars together show. @param holds those of requests under way */
export function scaleOf(spans: readonly Span[], holds: readonly Span[], nowMs: number): Span {
  const fromMs = [...spans, ...holds].reduce((least, each) => Math.min(least, each.fromMs), nowMs)
  const endMs = spans.reduce((most, each) => Math.max(most, each.toMs), holds.length === 0 ? fromMs : nowMs)
  const reachMs = fromMs + MAX_AHEAD * Math.max(endMs - fromMs, LEAST_MS * 60)
  const toMs = holds.reduce((most, each) => Math.max(most, Math.min(each.toMs, reachMs)), endMs)
  return { fromMs, toMs: Math.max(toMs, fromMs + LEAST_MS) }
}

type BarProps = { readonly span: Span; readonly scale: Span; readonly kind: string }

/** When it was, and how long, on the sandbox's clock. */
export const Bar = ({ span, scale, kind }: BarProps) => {
  const at = (ms: number): number =>
    (100 * (Math.min(Math.max(ms, scale.fromMs), scale.toMs) - scale.fromMs)) / (scale.toMs - scale.fromMs)
  const x = Math.min(at(span.fromMs), 100 - LEAST)
  return (
    <svg class="bar" aria-hidden="true">
      <rect class={kind} x={percent(x)} width={percent(Math.max(LEAST, at(span.toMs) - x))} />
    </svg>
  )
}

const percent = (share: number): string => `${Math.round(share * 10) / 10}%`
