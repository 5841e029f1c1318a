export const MAX_BODY_BYTES = 1024 * 1024

/** Thrown while reading, before the rest of the body is taken in. */
export class BodyTooLargeError extends Error {}

/** The body as text, never more than `maxBytes` of it. */
export async function readBody(request: Request, maxBytes: number): Promise<string> {
  const announced = request.headers.get('content-length')
  if (announced !== null && Number(announced) > maxBytes)
    throw new BodyTooLargeError(`the body has over ${maxBytes} bytes`)
  if (announced !== null) return request.text()
  if (request.body === null) return ''
  const decoder = new TextDecoder()
  const reader = request.body.getReader()
  let bytes = 0
  let text = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength
    if (bytes > maxBytes) {
      await reader.cancel()
      throw new BodyTooLargeError(`the body has over ${maxBytes} bytes`)
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}
