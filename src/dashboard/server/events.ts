import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Env } from '../../control/access.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { Sandboxes } from '../../sandbox/sandboxes.ts'
import { stateId } from '../../control/sandboxes.ts'

/** The shortest time between two events. */
const MS_BETWEEN_EVENTS = 100

/**
 * Sends a page a server-sent event with the state of its sandbox, at once and after each change; the page asks for
 * itself again where it shows another one. Nobody makes a sandbox by looking: where there is none, the event is empty, and the next one comes once
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
        await stream.writeSSE({ event: 'change', data: sandbox === undefined ? '' : stateId(sandbox) })
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
