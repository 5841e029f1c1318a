import { z } from 'zod'
import type { FlowRun } from '../../../src/sweep.ts'

/** A request that failed. `unsure`: it may have taken place. `wait`: seconds that the service asks for. */
export class LaunchError extends Error {
  readonly unsure: boolean
  readonly wait: number
  readonly isGone: boolean

  constructor(message: string, { unsure = false, wait = 0, isGone = false } = {}) {
    super(message)
    this.unsure = unsure
    this.wait = wait
    this.isGone = isGone
  }
}

const machine = z.object({
  id: z.number(),
  label: z.string().nullish(),
  actual_status: z.string().nullish(),
})
type Machine = z.infer<typeof machine>

interface LauncherOptions {
  readonly fetch: FlowRun['fetch']
  readonly key: string
  readonly sleep: (seconds: number) => Promise<unknown>
  readonly timeoutMs: number
}

const TRIES = 4

/** Launches machines and waits for them: polls, obeys Retry-After, gives up at its timeout, looks before it repeats. */
export class Launcher {
  readonly #options: LauncherOptions

  constructor(options: LauncherOptions) {
    this.#options = options
  }

  sleep(seconds: number): Promise<unknown> {
    return this.#options.sleep(seconds)
  }

  /** One request. */
  async send(method: string, path: string, body?: object): Promise<object> {
    const { status, headers, text } = await this.#exchange(method, path, body)
    if (status === 429) throw new LaunchError('too many requests', { wait: waitIn(headers, text) })
    if (status >= 500 || status === 204) throw new LaunchError(`answered ${status}`, { unsure: true })
    if (status === 404 || status === 410) throw new LaunchError(`there is none: ${text.slice(0, 60)}`, { isGone: true })
    if (status >= 300) throw new LaunchError(`refused with ${status}: ${text.slice(0, 60)}`)
    const answer = parsed(text)
    if (typeof answer !== 'object' || answer === null) throw new LaunchError('no JSON', { unsure: true })
    if ('success' in answer && answer.success === false) throw new LaunchError(`refused: ${text.slice(0, 60)}`)
    return answer
  }

  async #exchange(method: string, path: string, body: object | undefined) {
    const { fetch, key, timeoutMs } = this.#options
    try {
      const response = await fetch(`/api/v0${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      })
      return { status: response.status, headers: response.headers, text: await response.text() }
    } catch (error) {
      throw new LaunchError(`no answer: ${String(error)}`, { unsure: true })
    }
  }

  /** Tries again what passes, later each time, and no sooner than the service asks for. */
  async retried<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await attempt()
      } catch (error) {
        if (tried === TRIES || !(error instanceof LaunchError) || !(error.unsure || error.wait > 0)) throw error
        await this.sleep(error.wait > 0 ? error.wait + 0.05 : 4 ** tried)
      }
    }
  }

  ask(method: string, path: string, body?: object): Promise<object> {
    return this.retried(() => this.send(method, path, body))
  }

  async machines(): Promise<readonly Machine[]> {
    return z.object({ instances: z.array(machine) }).parse(await this.ask('GET', '/instances/')).instances
  }

  /** The state of a machine; undefined where it is gone. */
  async state(id: number): Promise<string | null | undefined> {
    const shown = z.object({ instances: machine.nullable() }).parse(await this.ask('GET', `/instances/${id}/`))
    return shown.instances === null ? undefined : shown.instances.actual_status
  }

  /** Rents once: where it may have happened, the machines are looked through first. */
  rent(offer: number, label: string): Promise<number> {
    let mayBeThere = false
    return this.retried(async () => {
      if (mayBeThere) {
        const found = (await this.machines()).find((each) => each.label === label)
        if (found !== undefined) return found.id
      }
      try {
        const answer = await this.send('PUT', `/asks/${offer}/`, { image: 'library/python:3.13', label })
        return z.object({ new_contract: z.number() }).parse(answer).new_contract
      } catch (error) {
        mayBeThere ||= error instanceof LaunchError && error.unsure
        throw error
      }
    })
  }

  /** Looks each three seconds until it runs. */
  async waitFor(id: number): Promise<void> {
    for (let left = 100; left > 0; left -= 1) {
      const state = await this.state(id)
      if (state === 'running') return
      if (state === undefined || ['exited', 'offline', 'unknown'].includes(state ?? ''))
        throw new LaunchError(`machine ${id} is ${state ?? 'gone'}`)
      await this.sleep(3)
    }
    throw new LaunchError(`machine ${id} does not start`)
  }

  async destroy(id: number): Promise<void> {
    try {
      await this.ask('DELETE', `/instances/${id}/`)
    } catch (error) {
      if (!(error instanceof LaunchError && error.isGone)) throw error
    }
  }

  /** Runs work on a machine that is rented for it, and destroys it whatever becomes of the work. */
  async withMachine<Made>(offer: number, label: string, work: (id: number) => Promise<Made>): Promise<Made> {
    const id = await this.rent(offer, label)
    try {
      await this.waitFor(id)
      return await work(id)
    } finally {
      await this.destroy(id)
    }
  }

  /** The names of templates. */
  async templates(): Promise<readonly string[]> {
    const rows = z.object({ templates: z.array(z.object({ name: z.string() })) })
    return rows.parse(await this.ask('GET', '/template/')).templates.map(({ name }) => name)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Retry-After where it is sent, else the interval that the text names. */
const waitIn = (headers: Headers, text: string): number =>
  Number(headers.get('retry-after') ?? /threshold=([\d.]+)/.exec(text)?.[1] ?? 1)
