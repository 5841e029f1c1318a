import type { DueEvent } from '../../../../kernel/clock.ts'
import { statedSeconds } from '../../../../marketplace/operation/rate-limit.ts'
import { operations } from '../../../../marketplace/routes.ts'
import { applyChangesTo, type World } from '../../../../sandbox/world.ts'
import { type Due, dueOf, toCome } from '../../parts/due.ts'
import { counted } from '../../parts/format.ts'

/** Marks that lie nearer to each other than this share of the line are one. */
const NEAR = 0.025

/** What happens at about one instant. */
export interface DueGroup {
  readonly id: string
  /** Unix milliseconds of the first and of the last. */
  readonly atMs: number
  readonly lastMs: number
  readonly text: string
  readonly count: number
  /** Where it lies between now (0) and the last of all (1), closer together the further away. */
  readonly place: number
}

/** One kind of what is to come. */
export interface Lane extends Pick<Due, 'label' | 'kind'> {
  readonly groups: readonly DueGroup[]
}

/** What is to come, by kind; where there is nothing of a kind, it is left out. */
export function lanesOf(world: World): readonly Lane[] {
  const { nowMs } = world.clock
  const windows = windowsOf(world).map(({ operation, untilMs }) => ({
    atMs: untilMs,
    text: `${operation} may be called again`,
  }))
  const limits: Due = { label: 'rate limits', kind: 'window', events: toCome(windows, nowMs) }
  const due = [...dueOf(world, world.timeline.upcoming(applyChangesTo(world))), limits]
  const lastMs = Math.max(...due.map(({ events }) => (events.at(-1)?.atMs ?? nowMs) - nowMs))
  const place = (atMs: number): number => placeAt(atMs - nowMs, lastMs)
  return due
    .filter(({ events }) => events.length > 0)
    .map(({ label, kind, events }) => ({ label, kind, groups: grouped(label, events, place) }))
}

/** The rate limits that a key has to wait for. */
export const windowsOf = ({ clock, limiter, rules }: World) =>
  limiter.windows(clock.nowMs, (id) => {
    const operation = operations.find((each) => each.id === id)
    return operation && statedSeconds(operation, rules)
  })

/** Seconds and years have room on one line: a place is by the logarithm. */
export const placeAt = (ms: number, lastMs: number): number =>
  Math.log1p(ms / 1000) / Math.log1p(Math.max(1, lastMs) / 1000)

function grouped(label: string, events: readonly DueEvent[], place: (atMs: number) => number): readonly DueGroup[] {
  const groups: DueEvent[][] = []
  for (const event of events) {
    const group = groups.at(-1)
    if (group?.[0] !== undefined && place(event.atMs) - place(group[0].atMs) < NEAR) group.push(event)
    else groups.push([event])
  }
  return groups.flatMap(([first, ...more], at) =>
    first === undefined
      ? []
      : [
          {
            id: `due-${label.replaceAll(' ', '-')}-${at}`,
            atMs: first.atMs,
            lastMs: more.at(-1)?.atMs ?? first.atMs,
            text: more.length === 0 ? first.text : `${first.text}, and ${counted(more.length, 'more', 'more')}`,
            count: more.length + 1,
            place: place(first.atMs),
          },
        ],
  )
}
