import { maskCommands, SecretCleaner } from '../import/secrets.ts'
import { mapLeaves } from '../kernel/object.ts'
import { MAX_CAPTURE_BYTES } from '../node/files/library.ts'
import { redactBody, redactHeader, redactQuery, shallowJson } from '../testing/journal/redact.ts'
import { version } from '../version.ts'
import type { Forwarded } from '../node/proxy.ts'

/** What went through a proxy, as an entry of a HAR file. */
export function entryOf(service: URL, exchange: Forwarded) {
  const { method, target, status, responseText = '', startedMs, endedMs, contentType, requestText } = exchange
  return {
    startedDateTime: new Date(startedMs).toISOString(),
    time: endedMs - startedMs,
    request: {
      method,
      url: `${service.origin}${target}`,
      httpVersion: 'HTTP/1.1',
      headers: namedHeaders(exchange.requestHeaders),
      ...(requestText !== '' && { postData: { mimeType: 'application/json', text: requestText } }),
    },
    response: {
      status,
      headers: namedHeaders(exchange.responseHeaders),
      content: { mimeType: contentType ?? '', text: responseText },
    },
  }
}

export type Entry = ReturnType<typeof entryOf>

/** What went through a proxy as a HAR file, with its secrets masked. */
export class KeptCapture {
  readonly #entries: string[] = []
  #characters = 0
  /** How many exchanges are left out, as a larger file is not read. */
  leftOut = 0

  add({ request, response, ...times }: Entry): void {
    const { content } = response
    // What is a secret in one place is hidden wherever else it is repeated.
    const cleaner = new SecretCleaner([request, response, request.postData?.text, content.text])
    const bodyOf = (text: string): string => cleaner.hide(bodyWithoutSecrets(text))
    const headersOf = (headers: Headers): Headers =>
      headers.map(({ name, value }) => ({ name, value: cleaner.hide(redactHeader(name, value)) }))
    const [address = '', query] = request.url.split('?', 2)
    const entry = JSON.stringify({
      ...times,
      request: {
        ...request,
        url: cleaner.hide(`${address}${query === undefined ? '' : `?${redactQuery(query)}`}`),
        headers: headersOf(request.headers),
        ...(request.postData && { postData: { ...request.postData, text: bodyOf(request.postData.text) } }),
      },
      response: {
        ...response,
        headers: headersOf(response.headers),
        content: { ...content, text: bodyOf(content.text) },
      },
    })
    if (this.#characters + entry.length > MAX_CAPTURE_BYTES / 2) this.leftOut += 1
    else {
      this.#characters += entry.length
      this.#entries.push(entry)
    }
  }

  text(): string {
    const creator = JSON.stringify({ name: 'rental-sim drift', version })
    return `{"log":{"version":"1.2","creator":${creator},"entries":[\n${this.#entries.join(',\n')}\n]}}\n`
  }
}

/** A body without the secrets that the journal masks, and without those in commands; one without any stays as it was. */
function bodyWithoutSecrets(text: string): string {
  const masked = redactBody(text)
  const value = shallowJson(masked)
  if (value === undefined) return maskCommands(masked)
  const shown = JSON.stringify(mapLeaves(value, (leaf) => (typeof leaf === 'string' ? maskCommands(leaf) : leaf)))
  return shown === JSON.stringify(value) ? masked : shown
}

type Headers = readonly { readonly name: string; readonly value: string }[]

/** Headers as Node has them, each name before its value. */
const namedHeaders = (raw: readonly string[]): Headers =>
  raw.flatMap((name, at) => (at % 2 === 0 ? [{ name, value: raw[at + 1] ?? '' }] : []))
