import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Env } from '../../control/env.ts'
import type { Sandboxes } from '../../sandbox/sandboxes.ts'

/** How often a page is told that something has changed, at most. */
const MS_BETWEEN_EVENTS = 100

/**
 * Tells a page, as server-sent events, that something in its sandbox has changed; the page then asks what. Where there
 * is no sandbox yet none is made for the page: it follows the one that somebody else makes.
 */
export const events =
  (sandboxes: Sandboxes) =>
  (c: Context<Env>): Response =>
    streamSSE(c, async (stream) => {
      // Nobody reads what a HEAD request would be told, nor says when to stop.
      if (c.req.raw.method === 'HEAD') return
      let { sandbox } = c.env
      const { name } = sandbox
      const news = new News()
      const follow = (): (() => void) =>
        sandboxes.find(name) === sandbox ? sandbox.watch(() => news.come()) : sandboxes.await(name, () => news.come())
      let stop = follow()
      stream.onAbort(() => news.come())
      while (!stream.aborted && !sandbox.isClosed) {
        await stream.writeSSE({ event: 'change', data: String(sandbox.world.journal.lastId) })
        await stream.sleep(MS_BETWEEN_EVENTS)
        await news.wait()
        const made = sandbox.isClosed ? undefined : sandboxes.find(name)
        if (made === undefined || made === sandbox) continue
        stop()
        sandbox = made
        stop = follow()
      }
      stop()
    })

/** Something to wait for that may have come already. */
class News {
  #hasCome = false
  #wake: (() => void) | undefined

  come(): void {
    this.#hasCome = true
    this.#wake?.()
  }

  async wait(): Promise<void> {
    if (!this.#hasCome) await new Promise<void>((resolve) => (this.#wake = resolve))
    this.#hasCome = false
  }
}
