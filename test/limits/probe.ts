import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { SimulatorOptions } from '../../src/index.ts'

/** A request of the simulated interface or of the controls. */
export interface Call {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** What came of a call. */
export interface Measured {
  readonly status: number
  readonly bytes: number
  /** The longest turn of the event loop meanwhile, in milliseconds of CPU. */
  readonly longestMs: number
}

/** A simulator in a process of its own. */
export class Probe {
  readonly #child: ChildProcess = fork(fileURLToPath(new URL('../support/cost-probe.js', import.meta.url)), {
    // Bodies of a megabyte: to write them as JSON takes longer.
    serialization: 'advanced',
  })

  /** A fresh simulator, which has been asked so much already. */
  async begin(options: SimulatorOptions, calls: readonly Call[]): Promise<void> {
    await this.#ask({ options, calls })
  }

  measure = (measured: Call): Promise<Measured> => this.#ask({ calls: [], measured }) as Promise<Measured>

  end(): void {
    this.#child.kill('SIGKILL')
  }

  #ask(message: object): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const ended = (code: number | null, signal: string | null): void =>
        reject(new Error(`the process ended with ${code ?? signal}`))
      this.#child.once('exit', ended)
      this.#child.once('message', (answer) => {
        this.#child.off('exit', ended)
        resolve(answer)
      })
      this.#child.send(message)
    })
  }
}
