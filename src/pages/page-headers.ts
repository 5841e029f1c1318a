import type { MiddlewareHandler } from 'hono'

/** Sets the headers of every page. @param policy its Content-Security-Policy */
export const pageHeaders =
  (policy: string): MiddlewareHandler =>
  async (c, next) => {
    await next()
    c.header('Content-Security-Policy', policy)
    c.header('Referrer-Policy', 'same-origin')
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Cache-Control', 'no-cache')
  }
