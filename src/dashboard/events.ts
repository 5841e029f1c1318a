import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Env } from '../http/env.ts'

/** How often a page is told that something has changed, at most. */
const MS_BETWEEN_EVENTS = 100

/** Tells a page, as server-sent events, that something in its sandbox has changed; the page then asks what. */
export const events = (c: Context<Env>): Response =>
  streamSSE(c, async (stream) => {
    // Nobody reads what a HEAD request would be told, nor says when to stop.
    if (c.req.raw.method === 'HEAD') return
    const { sandbox } = c.env
    const news = new News()
    const stop = sandbox.watch(() => news.come())
    stream.onAbort(() => news.come())
    while (!stream.aborted && !sandbox.isClosed) {
      await stream.writeSSE({ event: 'change', data: String(sandbox.world.journal.lastId) })
      await stream.sleep(MS_BETWEEN_EVENTS)
      await news.wait()
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
