import { MAX_FIELDS } from '../import/captured-answers.ts'
import { SecretCleaner } from '../import/secrets.ts'
import { isObject } from '../kernel/object.ts'
import { fieldsOf, rowsIn } from './compare.ts'
import type { Capture } from './exchange.ts'
import { Judge } from './judge.ts'
import type { DriftReport } from './report.ts'
import type { Settings } from './session.ts'
import { placeText } from './verdicts.ts'

/** Exchanges of one run that are played, and values and rows of one answer that are compared. */
const MAX_PLAYED = 500
const MAX_VALUES = 100_000
const MAX_ROWS = 500

interface Taken extends Capture {
  readonly file: string
}

/** Takes captures one after another, judges them, and hides their secrets in all that is written. */
export class DriftRun {
  readonly settings: Settings
  readonly #texts: boolean
  readonly #judge: Judge
  readonly #taken: Taken[] = []
  readonly #cleaners: SecretCleaner[] = []
  readonly notRead: string[] = []
  #left = MAX_PLAYED

  constructor(settings: Settings, texts = false) {
    this.settings = settings
    this.#texts = texts
    this.#judge = new Judge(settings, texts)
  }

  /** @param secrets values whose secrets no output repeats */
  async take({ exchanges, answer }: Capture, file: string, secrets: readonly unknown[]): Promise<void> {
    const small = exchanges.filter((each) => this.#isSmall(each.body, placeText({ ...each, file })))
    const played = small.slice(0, this.#left)
    this.#left -= played.length
    if (played.length < small.length)
      this.notRead.push(`${file}: ${small.length - played.length} exchanges are not played: a run plays ${MAX_PLAYED}`)
    const isTaken = answer !== undefined && this.#isSmall(answer.body, file)
    const taken = { file, exchanges: played, ...(isTaken && { answer }) }
    this.#taken.push(taken)
    this.hideSecrets([...secrets, ...played.map(({ body }) => body)])
    await judgeWith(this.#judge, taken)
  }

  hideSecrets(values: readonly unknown[]): void {
    this.#cleaners.push(new SecretCleaner(values))
  }

  /** A text without the secrets of what was taken. */
  hide(text: string): string {
    return this.#cleaners.reduce((shown, cleaner) => cleaner.hide(shown), text)
  }

  report(): DriftReport {
    return this.#judge.report(this.notRead)
  }

  /** What was taken, judged where other rules are in force. */
  async under(settings: Settings): Promise<DriftReport> {
    const judge = new Judge(settings, this.#texts)
    for (const each of this.#taken) await judgeWith(judge, each)
    return judge.report(this.notRead)
  }

  /** Whether an answer can be compared in the time that its size deserves; one that is too large is listed. */
  #isSmall(body: unknown, place: string): boolean {
    const tooMany =
      countOf(body, MAX_VALUES) > MAX_VALUES
        ? `${MAX_VALUES} values`
        : rowsIn(body).length > MAX_ROWS
          ? `${MAX_ROWS} rows`
          : fieldsOf(body).size > MAX_FIELDS
            ? `${MAX_FIELDS} fields`
            : undefined
    if (tooMany !== undefined) this.notRead.push(`${place}: its answer has more than ${tooMany}`)
    return tooMany === undefined
  }
}

async function judgeWith(judge: Judge, { exchanges, answer, file }: Taken): Promise<void> {
  await judge.takeSession(exchanges, file)
  if (answer !== undefined) await judge.takeAnswer(answer, file)
}

/** How many values there are in JSON; one more than a limit where there are more. */
function countOf(value: unknown, limit: number): number {
  if (!isObject(value)) return 1
  let count = 1
  for (const each of Object.values(value)) {
    count += countOf(each, limit - count)
    if (count > limit) return limit + 1
  }
  return count
}
