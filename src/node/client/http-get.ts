interface HttpResponse {
  readonly status: number
  readonly text: string
}

interface HttpGetOptions {
  readonly timeoutMs: number
  readonly headers?: Readonly<Record<string, string>>
  readonly maxCharacters?: number
}

/** More than a bundle has: a journal takes at most 32 MiB. */
const MAX_CHARACTERS = 128 * 1024 * 1024

/**
 * Makes a GET request without `fetch`: loading it takes as long as all the rest of a health check, and that of Node 20 may
 * never settle when the peer closes the connection at once.
 */
export async function httpGet(
  target: URL,
  { timeoutMs, headers = {}, maxCharacters = MAX_CHARACTERS }: HttpGetOptions,
): Promise<HttpResponse> {
  const client = target.protocol === 'https:' ? await import('node:https') : await import('node:http')
  const signal = AbortSignal.timeout(timeoutMs)
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void =>
      reject(signal.aborted ? new Error(`no whole answer within ${timeoutMs} ms`) : error)
    const request = client.get(target, { agent: false, headers, signal }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
        if (text.length > maxCharacters)
          response.destroy(new Error(`the answer has more than ${maxCharacters} characters`))
      })
      response.on('error', fail)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    request.on('error', fail)
  })
}
