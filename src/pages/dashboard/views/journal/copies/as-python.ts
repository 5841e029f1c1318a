import type { ShownExchange } from '../../../../../testing/journal/present-exchange.ts'
import { sentHeaders, urlOf } from './sent-headers.ts'

/** Python that sends the same request by the package requests, with the key from the environment. @param body the text that was sent */
export function asPython(exchange: ShownExchange, body: string, base: string): string {
  const headers = [
    ...(exchange.api_key === null ? [] : [`"Authorization": f"Bearer {os.environ['RENTAL_SIM_API_KEY']}"`]),
    ...sentHeaders(exchange).map(([name, value]) => `${pythonText(name)}: ${pythonText(value)}`),
  ]
  const given = [
    pythonText(exchange.request.method),
    pythonText(urlOf(exchange, base)),
    ...(headers.length === 0 ? [] : [`headers={\n${headers.map((line) => `        ${line},\n`).join('')}    }`]),
    ...(body === '' ? [] : [`data=${pythonText(body)}.encode()`]),
  ]
  return `import os

import requests

response = requests.request(
${given.map((line) => `    ${line},\n`).join('')})
print(response.status_code, response.text)
`
}

/** A JSON text is one of Python's, but for letters beyond 16 bits, whose halves it takes for two. */
const pythonText = (text: string): string =>
  JSON.stringify(text).replaceAll(/[\u{10000}-\u{10ffff}]/gu, (letter) => {
    const code = letter.codePointAt(0) ?? 0
    return String.raw`\U${code.toString(16).padStart(8, '0')}`
  })
