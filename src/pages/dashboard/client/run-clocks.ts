import { toSeconds } from '../parts/format.ts'
import { isLive } from './connection.ts'
import { refresh } from './live.ts'

const MS_BETWEEN_TICKS = 200

/** Lets times run and remaining times shrink as the sandbox's clock does; the next renewal corrects them. */
export function runClocks(): void {
  let beforeMs = Date.now()
  setInterval(() => {
    const passedMs = Date.now() - beforeMs
    beforeMs += passedMs
    if (!isLive()) return
    for (const time of document.querySelectorAll('time[data-runs]'))
      if (time instanceof HTMLTimeElement) moveOn(time, passedMs)
    for (const bar of document.querySelectorAll('progress[data-runs-down]')) {
      if (bar instanceof HTMLProgressElement) runDown(bar, passedMs)
    }
  }, MS_BETWEEN_TICKS)
}

function moveOn(time: HTMLTimeElement, passedMs: number): void {
  const instant = new Date(Date.parse(time.dateTime) + passedMs).toISOString()
  time.dateTime = instant
  time.textContent = toSeconds(instant)
}

function runDown(bar: HTMLProgressElement, passedMs: number): void {
  if (bar.value === 0) return
  bar.value = Math.max(0, bar.value - passedMs)
  const left = bar.parentElement?.querySelector('[data-left]')
  if (left) left.textContent = (bar.value / 1000).toFixed(1)
  if (bar.value === 0) void refresh()
}
