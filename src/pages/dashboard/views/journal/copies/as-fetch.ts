import type { ShownExchange } from '../../../../../testing/journal/present-exchange.ts'
import { sentHeaders, urlOf } from './sent-headers.ts'

/** JavaScript that sends the same request, with the key from the environment. @param body the text that was sent */
export function asFetch(exchange: ShownExchange, body: string, base: string): string {
  const { method } = exchange.request
  const headers = [
    ...(exchange.api_key === null ? [] : ['Authorization: `Bearer ${process.env.RENTAL_SIM_API_KEY}`']),
    ...sentHeaders(exchange).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`method: ${JSON.stringify(method)}`]),
    ...(headers.length === 0 ? [] : [`headers: {\n${headers.map((line) => `    ${line},\n`).join('')}  }`]),
    ...(body === '' ? [] : [`body: ${JSON.stringify(body)}`]),
  ]
  const given = options.length === 0 ? '' : `, {\n${options.map((line) => `  ${line},\n`).join('')}}`
  return `const response = await fetch(${JSON.stringify(urlOf(exchange, base))}${given})
console.log(response.status, await response.text())
`
}
