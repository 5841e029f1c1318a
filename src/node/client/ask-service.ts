import type { IncomingMessage } from 'node:http'
import { UsageError } from '../../kernel/usage-error.ts'

interface Asked {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly text: string | undefined
  readonly timeoutSeconds: number
}

interface ServiceAnswer {
  readonly status: number
  readonly text: string
  readonly contentType: string | undefined
}

const MAX_ANSWER_CHARACTERS = 16 * 1024 * 1024

/**
 * Sends one request to a service; it follows no redirect.
 * @throws UsageError when there is no whole answer
 */
export async function askService(
  target: URL,
  { method, headers, text, timeoutSeconds }: Asked,
): Promise<ServiceAnswer> {
  const client = target.protocol === 'https:' ? await import('node:https') : await import('node:http')
  const signal = AbortSignal.timeout(timeoutSeconds * 1000)
  const sized = { ...headers, ...(text !== undefined && { 'Content-Length': Buffer.byteLength(text) }) }
  try {
    return await new Promise<ServiceAnswer>((resolve, reject) => {
      const request = client.request(target, { method, agent: false, headers: sized, signal }, (response) => {
        read(response).then(resolve, reject)
      })
      request.on('error', reject)
      request.end(text)
    })
  } catch (error) {
    const why = signal.aborted
      ? `no whole answer within ${timeoutSeconds} s`
      : error instanceof Error
        ? error.message
        : ''
    throw new UsageError(`${target.origin} cannot be asked: ${why}`)
  }
}

async function read(response: IncomingMessage): Promise<ServiceAnswer> {
  let text = ''
  response.setEncoding('utf8')
  for await (const part of response) {
    text += String(part)
    if (text.length > MAX_ANSWER_CHARACTERS) throw new Error('its answer has more than 16 MiB')
  }
  return { status: response.statusCode ?? 0, text, contentType: response.headers['content-type'] }
}
