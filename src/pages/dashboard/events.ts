import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Env } from '../../control/env.ts'
import type { Sandboxes } from '../../sandbox/sandboxes.ts'

/** The shortest time between two events. */
const MS_BETWEEN_EVENTS = 100

/**
 * Sends a page a server-sent event whenever its sandbox has changed; the page then asks for itself again. A page of a
 * sandbox that does not exist makes none: it waits until a request of a test does, and follows that one.
 */
export const events =
  (sandboxes: Sandboxes) =>
  (c: Context<Env>): Response =>
    streamSSE(c, async (stream) => {
      // The response to HEAD has no body, and no client that would end the stream.
      if (c.req.raw.method === 'HEAD') return
      let { sandbox } = c.env
      const { name } = sandbox
      const signal = new Signal()
      const follow = (): (() => void) =>
        sandboxes.find(name) === sandbox ? sandbox.watch(() => signal.set()) : sandboxes.await(name, () => signal.set())
      let stop = follow()
      stream.onAbort(() => signal.set())
      while (!stream.aborted && !sandbox.isClosed) {
        await stream.writeSSE({ event: 'change', data: String(sandbox.world.journal.lastId) })
        await stream.sleep(MS_BETWEEN_EVENTS)
        await signal.wait()
        const made = sandbox.isClosed ? undefined : sandboxes.find(name)
        if (made === undefined || made === sandbox) continue
        stop()
        sandbox = made
        stop = follow()
      }
      stop()
    })

/** Wakes who waits; a signal that was set before the wait wakes at once. */
class Signal {
  #isSet = false
  #wake: (() => void) | undefined

  set(): void {
    this.#isSet = true
    this.#wake?.()
  }

  async wait(): Promise<void> {
    if (!this.#isSet) await new Promise<void>((resolve) => (this.#wake = resolve))
    this.#isSet = false
  }
}
