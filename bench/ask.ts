import { KEY } from './inputs.ts'

export interface Question {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly json?: unknown
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

const TIMEOUT_MS = 10_000

export const headersOf = ({ json }: Question): Record<string, string> => ({
  Authorization: `Bearer ${KEY}`,
  ...(json !== undefined && { 'Content-Type': 'application/json' }),
})

export async function ask(url: string, question: Question): Promise<Answer> {
  const response = await fetch(url + question.path, {
    method: question.method,
    headers: headersOf(question),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(question.json !== undefined && { body: JSON.stringify(question.json) }),
  })
  return { status: response.status, headers: response.headers, body: await response.text() }
}
