import { expect } from 'vitest'
import type { Simulator } from '../../src/index.ts'
import { type Answer, shapes } from './answers.ts'
import { keyOf, type Market, thresholds } from './market.ts'

export interface Call {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

/** What came of a request: it was carried out, its answer may be lost, or it was stopped before it changed anything. */
export type Outcome =
  | { readonly is: 'done'; readonly market: Market; readonly answer: Answer }
  | { readonly is: 'lost'; readonly market: Market }
  | { readonly is: 'stopped'; readonly market: Market }

/** A client of one sandbox, which knows what limits and faults do to its requests. */
export class Client {
  readonly #simulator: Simulator
  readonly #sandbox: string
  /** Which operations accepted a request, and which refused one. */
  readonly #seen: string[]

  constructor(simulator: Simulator, sandbox: string, seen: string[]) {
    this.#simulator = simulator
    this.#sandbox = sandbox
    this.#seen = seen
  }

  /** Sends a request as it is. */
  async send({ method, path, body }: Call, key?: string): Promise<Answer> {
    const response = await this.#simulator.fetch(this.#sandbox + path, {
      method,
      headers: { ...(key !== undefined && { Authorization: `Bearer ${key}` }), 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }

  /** Makes a control call that must go well. */
  async control(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await this.send({ method, path: `/_sim/${path}`, body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }

  /** Requests an operation as a user. */
  async ask(before: Market, user: number, operation: string, call: Call): Promise<Outcome> {
    const limit = thresholds[operation]
    const counter = `${user} ${operation}`
    const passed = before.passed[counter]
    if (limit !== undefined && passed !== undefined && toMs(before.seconds - passed) < toMs(limit)) {
      const { status, body } = await this.send(call, keyOf(user))
      expect(status).toBeGreaterThanOrEqual(400)
      expect(shapes.limited.parse(body).detail).toContain(limit.toFixed(1))
      return { is: 'stopped', market: before }
    }
    const market = { ...before, passed: { ...before.passed, [counter]: before.seconds } }
    const fault = before.faults.find((each) => each.operation === operation)
    if (fault === undefined) {
      const answer = await this.send(call, keyOf(user))
      this.#seen.push(`${operation} ${answer.status < 400 ? 'accepted' : 'refused'}`)
      return { is: 'done', market, answer }
    }
    const rest = { ...market, faults: before.faults.filter((each) => each !== fault) }
    if (fault.isLost) {
      await expect(this.send(call, keyOf(user))).rejects.toBeInstanceOf(TypeError)
      return { is: 'lost', market: rest }
    }
    expect(await this.send(call, keyOf(user))).toEqual({ status: 503, body: { fault: fault.name } })
    return { is: 'stopped', market: rest }
  }
}

/** Spans of seconds are compared as whole milliseconds. */
const toMs = (seconds: number): number => Math.round(seconds * 1000)
