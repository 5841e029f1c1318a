import type { Output } from '../../cli/io.ts'
import type { LiveSweep } from '../live-sweep.ts'
import { isBad } from '../report.ts'

/** Prints how far a sweep is: on a terminal in one line that is renewed, elsewhere with each tenth. */
export function progressTo(stderr: Output): (live: LiveSweep) => void {
  let toldTenth = 0
  return ({ trials, results, secondsLeft = 0 }) => {
    const [done, total] = [results.length, trials.length]
    const tenth = Math.floor((10 * done) / total)
    const text = `rental-sim: ${done} of ${total} trials, ${results.filter(isBad).length} bad, ${timeText(secondsLeft)} left`
    if (stderr.isTTY === true) stderr.write(`\r${text}\u001b[K${done === total ? '\n' : ''}`)
    else if (tenth > toldTenth) {
      toldTenth = tenth
      stderr.write(`${text}\n`)
    }
  }
}

const timeText = (seconds: number): string =>
  seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`
