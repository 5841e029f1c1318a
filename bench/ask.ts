import { KEY } from './inputs.ts'

export interface Question {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `<player>`, `<loop>` and what earlier answers gave (`takes`) are filled in, here and in the body. */
  readonly path: string
  /** A text in it that is # and digits, once filled in, is sent as the number. */
  readonly json?: unknown
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  /** 200 when it is not given. */
  readonly status?: number
  /** Texts of the answer that later questions of the same connection name: the first group of each expression. */
  readonly takes?: Readonly<Record<string, RegExp>>
  /** Asked in the first loop only. */
  readonly once?: boolean
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

export const headersOf = ({ json, key = KEY, headers }: Question): Record<string, string> => ({
  Authorization: `Bearer ${key}`,
  ...(json !== undefined && { 'Content-Type': 'application/json' }),
  ...headers,
})

/** It waits as long as the connection lives: on a busy machine no time of the clock says that a server hangs. */
export async function ask(url: string, question: Question): Promise<Answer> {
  const response = await fetch(url + question.path, {
    method: question.method,
    headers: headersOf(question),
    ...(question.json !== undefined && { body: JSON.stringify(question.json) }),
  })
  return { status: response.status, headers: response.headers, body: await response.text() }
}
