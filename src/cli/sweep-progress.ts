import type { Progress } from '../node/sweep/sweep.ts'
import type { Output } from './io.ts'

/** Says how far a sweep is: on a terminal in one line that is renewed, elsewhere with each tenth. */
export function progressTo(stderr: Output): (progress: Progress) => void {
  let told = 0
  return ({ done, total, bad, secondsLeft }) => {
    const isLast = done === total
    const tenth = Math.floor((10 * done) / total)
    const text = `rental-sim: ${done} of ${total} trials, ${bad} bad, ${left(secondsLeft)} left`
    if (stderr.isTTY === true) stderr.write(`\r${text}\u001b[K${isLast ? '\n' : ''}`)
    else if (tenth > told) {
      told = tenth
      stderr.write(`${text}\n`)
    }
  }
}

const left = (seconds: number): string =>
  seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`
