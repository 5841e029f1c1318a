import { SecretCleaner } from '../import/secrets.ts'
import { type Corrections, correctionsFor, type Held } from './corrections.ts'
import type { Answer, Capture, Exchange } from './exchange.ts'
import { Judge } from './judge.ts'
import type { Published } from './published.ts'
import { Replay } from './replay.ts'
import type { DriftReport } from './report.ts'

/** Judges captures one after another, and keeps of them only what shows something new. */
export class DriftSession {
  readonly #judge: Judge
  readonly #replay: Replay
  readonly #cleaners: SecretCleaner[] = []
  readonly #exchanges: Exchange[] = []
  readonly #answers: Answer[] = []
  readonly notRead: string[] = []

  constructor(published: Published, settings: Pick<Held, 'dialect' | 'chosen'>) {
    this.#judge = new Judge(published)
    this.#replay = new Replay(settings)
  }

  /** @param secrets values whose secrets no output repeats */
  async take(capture: Capture, secrets: readonly unknown[]): Promise<void> {
    const played = await this.#replay.play(capture)
    const { exchanges, answers } = this.#judge.take({ ...capture, exchanges: played })
    this.#exchanges.push(...exchanges)
    this.#answers.push(...answers)
    if (exchanges.length + answers.length > 0)
      this.hideSecrets([...secrets, ...capture.exchanges.map(({ body }) => body)])
  }

  hideSecrets(values: readonly unknown[]): void {
    this.#cleaners.push(new SecretCleaner(values))
  }

  /** A text without the secrets of what was taken. */
  hide(text: string): string {
    return this.#cleaners.reduce((shown, cleaner) => cleaner.hide(shown), text)
  }

  report(): DriftReport {
    const { others } = this.#judge
    return {
      verdicts: this.#judge.verdicts(),
      notSeen: this.#judge.notSeen(),
      others,
      notRead: this.notRead,
    }
  }

  corrections(held: Held): Corrections {
    return correctionsFor({ exchanges: this.#exchanges, answers: this.#answers }, held)
  }
}
