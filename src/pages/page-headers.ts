import type { MiddlewareHandler } from 'hono'

/** What goes with every page for people. @param policy its Content-Security-Policy */
export const pageHeaders =
  (policy: string): MiddlewareHandler =>
  async (c, next) => {
    await next()
    c.header('Content-Security-Policy', policy)
    c.header('Referrer-Policy', 'same-origin')
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Cache-Control', 'no-cache')
  }
