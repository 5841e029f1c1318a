import type { Simulator } from '../../src/index.ts'

export const views = ['requests', 'faults', 'data', 'coverage'] as const

export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

export interface Page {
  readonly status: number
  readonly type: string | null
  readonly html: string
  readonly headers: Headers
}

/** What somebody who looks gets. */
export async function open({ fetch }: Simulator, path: string, init?: RequestInit): Promise<Page> {
  const response = await fetch(new Request(`http://sim.test${path}`, { redirect: 'manual', ...init }))
  const { status, headers } = response
  return { status, headers, type: headers.get('content-type'), html: await response.text() }
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

/** A text of a page as it is read. */
const unescaped = (text: string): string =>
  text.replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '')

/** The values of an attribute, wherever it stands. */
export const attributes = (html: string, name: string): readonly string[] =>
  [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) => unescaped(value))
