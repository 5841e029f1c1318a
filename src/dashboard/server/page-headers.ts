import type { MiddlewareHandler } from 'hono'

/** Sets the headers of every page. @param policy its Content-Security-Policy */
export const pageHeaders =
  (policy: string): MiddlewareHandler =>
  async (c, next) => {
    await next()
    c.header('Content-Security-Policy', policy)
    c.header('Referrer-Policy', 'same-origin')
    c.header('X-Content-Type-Options', 'nosniff')
    const isStream = c.res.headers.get('content-type')?.startsWith('text/event-stream') === true
    c.header('Cache-Control', isStream ? 'no-cache, no-transform' : 'no-cache')
    // nginx would hold events back until its buffer is full.
    if (isStream) c.header('X-Accel-Buffering', 'no')
  }
