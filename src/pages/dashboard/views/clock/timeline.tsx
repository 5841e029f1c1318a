import { isoInstant } from '../../../../kernel/clock.ts'
import type { PageContext } from '../../page-context.ts'
import { counted, span, toSeconds } from '../../parts/format.ts'
import { placeIn } from '../../parts/text-places.ts'
import { type DueGroup, type Lane, lanesOf, placeAt } from './due-groups.ts'

const LANE = 44
const TOP = 24
const ticks = [
  ['1 s', 1],
  ['10 s', 10],
  ['1 min', 60],
  ['10 min', 600],
  ['1 h', 3600],
  ['1 day', 86_400],
  ['30 days', 2_592_000],
  ['1 year', 31_536_000],
  ['10 years', 315_360_000],
] as const

/** Coming up, on a line and as a list: each is a place to go to. */
export const Timeline = ({ context }: { readonly context: PageContext }) => {
  const { world } = context
  const { nowMs } = world.clock
  const lanes = lanesOf(world)
  const forever = world.delays.list().filter(({ until }) => until === null).length
  const groups = lanes.flatMap((lane) => lane.groups).toSorted((a, b) => a.atMs - b.atMs)
  const lastMs = Math.max(0, ...groups.map(({ lastMs: each }) => each - nowMs))
  return (
    <>
      {world.delays.size > 0 && (
        <p>
          {counted(world.delays.size, 'request is', 'requests are')} held by faults.
          {forever > 0 && ` ${counted(forever, 'waits', 'wait')} until the fault is removed.`}
        </p>
      )}
      {groups.length === 0 ? (
        <p>Nothing falls due.</p>
      ) : (
        <>
          <Line lanes={lanes} lastMs={lastMs} nowMs={nowMs} />
          <ol class="due plain">
            {groups.map((group) => (
              <Due context={context} group={group} />
            ))}
          </ol>
        </>
      )}
    </>
  )
}

type LineProps = { readonly lanes: readonly Lane[]; readonly lastMs: number; readonly nowMs: number }

const percent = (place: number): string => `${(2 + place * 94).toFixed(2)}%`

const Line = ({ lanes, lastMs, nowMs }: LineProps) => (
  <svg class="timeline" height={TOP + lanes.length * LANE} role="group" aria-label="Coming up, on a line">
    {ticks
      .filter(([, seconds]) => seconds * 1000 <= lastMs)
      .map(([label, seconds]) => {
        const x = percent(placeAt(seconds * 1000, lastMs))
        return (
          <g class="tick">
            <line x1={x} x2={x} y1={TOP - 6} y2="100%" />
            <text x={x} y={12}>
              {label}
            </text>
          </g>
        )
      })}
    <g class="now-line">
      <line x1={percent(0)} x2={percent(0)} y1={0} y2="100%" />
    </g>
    {lanes.map(({ label, kind, groups }, at) => {
      const y = TOP + at * LANE
      return (
        <g class={`lane ${kind}`}>
          <line class="rail" x1={percent(0)} x2="100%" y1={y + 30} y2={y + 30} />
          <text x={percent(0)} dx={6} y={y + 14}>
            {label}
          </text>
          {groups.map(({ id, text, atMs, count, place }) => (
            <a href={`#${id}`}>
              <title>{`In ${span(atMs - nowMs)}: ${text}`}</title>
              {kind !== 'event' && (
                <rect class="until" x={percent(0)} y={y + 26} width={`${(place * 94).toFixed(2)}%`} height={8} rx={2} />
              )}
              <circle cx={percent(place)} cy={y + 30} r={count > 1 ? 10 : 6} />
              {count > 1 && (
                <text class="count" x={percent(place)} y={y + 34}>
                  {count}
                </text>
              )}
            </a>
          ))}
        </g>
      )
    })}
  </svg>
)

const Due = ({ context, group }: { readonly context: PageContext; readonly group: DueGroup }) => {
  const { id, atMs, lastMs, text } = group
  const place = placeIn(text)
  return (
    <li id={id} class="line">
      <time datetime={isoInstant(atMs)}>{toSeconds(isoInstant(atMs))}</time>
      <span class="quiet in">in {span(atMs - context.world.clock.nowMs)}</span>
      <span class="what">
        {place === undefined ? text : <a href={context.up + place}>{text}</a>}
        {lastMs > atMs && <span class="quiet"> until {toSeconds(isoInstant(lastMs))}</span>}
      </span>
      <form data-call="PUT clock" data-receipt data-undo="">
        <input type="hidden" name="at" value={isoInstant(atMs)} />
        <button aria-label={`Go there: ${toSeconds(isoInstant(atMs))}`}>Go there</button>
      </form>
    </li>
  )
}
