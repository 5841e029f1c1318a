import type { OutgoingHttpHeaders } from 'node:http'

export interface HttpResponse {
  readonly status: number
  readonly text: string
  readonly contentType: string | undefined
}

interface HttpRequestOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The body. */
  readonly text?: string | undefined
  readonly timeoutMs: number
  readonly maxCharacters?: number
}

/** More than a bundle has: a journal takes at most 32 MiB. */
const MAX_CHARACTERS = 128 * 1024 * 1024

/**
 * Sends one request, and follows no redirect. It makes no use of `fetch`: loading that takes as long as all the rest of a
 * health check, and in Node 20 it may never settle when the peer closes the connection at once.
 */
export async function httpRequest(
  target: URL,
  { method = 'GET', headers = {}, text: body, timeoutMs, maxCharacters = MAX_CHARACTERS }: HttpRequestOptions,
): Promise<HttpResponse> {
  const client = target.protocol === 'https:' ? await import('node:https') : await import('node:http')
  const signal = AbortSignal.timeout(timeoutMs)
  const sized: OutgoingHttpHeaders = { ...headers }
  if (body !== undefined) sized['Content-Length'] = Buffer.byteLength(body)
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void =>
      reject(signal.aborted ? new Error(`no whole answer within ${timeoutMs / 1000} s`) : error)
    const request = client.request(target, { method, agent: false, headers: sized, signal }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
        if (text.length > maxCharacters)
          response.destroy(new Error(`the answer has more than ${maxCharacters} characters`))
      })
      response.on('error', fail)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text, contentType: response.headers['content-type'] }),
      )
    })
    request.on('error', fail)
    request.end(body)
  })
}
