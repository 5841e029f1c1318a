import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Env } from '../../control/env.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { Sandboxes } from '../../sandbox/sandboxes.ts'
import { worldId } from './world-id.ts'

/** The shortest time between two events. */
const MS_BETWEEN_EVENTS = 100

/**
 * Sends a page a server-sent event whenever its sandbox has changed, with the id of its world; the page then asks for
 * itself again. Nobody makes a sandbox by looking: where there is none, the event is empty, and the next one comes once
 * a request of a test has made it.
 */
export const events =
  (sandboxes: Sandboxes) =>
  (c: Context<Env>): Response =>
    streamSSE(c, async (stream) => {
      // The response to HEAD has no body, and no client that would end the stream.
      if (c.req.raw.method === 'HEAD') return
      const { name } = c.env.sandbox
      const signal = new Signal()
      let followed: Sandbox | undefined
      let stop = sandboxes.await(name, () => signal.set())
      stream.onAbort(() => signal.set())
      while (!stream.aborted) {
        const sandbox = sandboxes.find(name)
        if (sandbox !== followed) {
          stop()
          stop = sandbox?.watch(() => signal.set()) ?? sandboxes.await(name, () => signal.set())
          followed = sandbox
        }
        const data = sandbox === undefined ? '' : `${worldId(sandbox.world)} ${sandbox.world.journal.lastId}`
        await stream.writeSSE({ event: 'change', data })
        await stream.sleep(MS_BETWEEN_EVENTS)
        await signal.wait()
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
