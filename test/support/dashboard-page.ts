import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { inChromium } from './browser-page.ts'
import { startProcess } from './process.ts'
import { endWhatTestsStart, type Environment, serveForFile } from './spawn-cli.ts'

type Options = BrowserContextOptions & {
  /** Path and query under /_sim/ui. */
  readonly view?: string
  readonly env?: Environment
}

/**
 * The shipped command with its dashboard open in a browser. Every file calls it once. Its tests share a server for each
 * set of options, which begins each of them as at its start.
 */
export function onDashboard() {
  endWhatTestsStart()
  const { open } = inChromium()
  const servers = new Map<string, Awaited<ReturnType<typeof serveForFile>>>()
  afterAll(() => Promise.all([...servers.values()].map(({ end }) => end())))
  const fresh = async (args: readonly string[], env: Environment): Promise<string> => {
    const key = JSON.stringify([args, env])
    const running = servers.get(key)
    if (running) return startOver(running.url)
    const server = await serveForFile(args, env)
    servers.set(key, server)
    return server.url
  }
  return async (args: readonly string[] = [], { view = 'requests', env = {}, ...context }: Options = {}) => {
    const url = await fresh(args, env)
    const opened = await open(`${url}/_sim/ui/${view}`, { viewport: { width: 1280, height: 800 }, ...context })
    return { ...opened, ...clientOf(url), url, visit: (to: string) => opened.page.goto(`${url}/_sim/ui/${to}`) }
  }
}

/** Puts a server back to its start, except for one that asks for a token. */
async function startOver(url: string): Promise<string> {
  const steer = (method: string, path: string) => fetch(`${url}/_sim/${path}`, { method })
  await Promise.all([steer('DELETE', 'sandboxes'), steer('POST', 'reset')])
  return url
}

type Asking = Omit<RequestInit, 'headers'> & { readonly key?: string; readonly headers?: Record<string, string> }

/** Clients of a server, each as itself: a program, and calls that steer. */
function clientOf(url: string) {
  return {
    /** Asks as a process of its own. */
    curl: (path: string, ...args: readonly string[]) =>
      curl('-H', 'Authorization: Bearer renter-key', '-H', 'Content-Type: application/json', ...args, url + path),
    /** Asks without a process. */
    ask: async (path: string, init: Asking = {}) => {
      const { key = 'renter-key', ...rest } = init
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...rest.headers }
      const response = await fetch(url + path, { ...rest, headers })
      return { status: response.status, body: parsed(await response.text()) }
    },
    /** Steers without the page. */
    sim: async (method: string, path: string, body?: unknown) => {
      const response = await fetch(`${url}/_sim/${path}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return (await response.json()) as Record<string, unknown>
    },
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function curl(...args: readonly string[]) {
  const printed = await printedBy('curl', ['-sS', '-w', '\n%{http_code}', ...args])
  const end = printed.lastIndexOf('\n')
  return { status: Number(printed.slice(end + 1)), body: parsed(printed.slice(0, end)) }
}

/** What a command writes; fails when it fails. */
async function printedBy(command: string, args: readonly string[], env: Environment = {}): Promise<string> {
  const { code, stdout, stderr } = await startProcess(command, args, { env: { PATH: process.env['PATH'], ...env } })
    .ended
  if (code !== 0) throw new Error(`${command} ended with ${String(code)}: ${stderr}`)
  return stdout
}

/** The rows of the list of requests, oldest first. */
export const rowsOf = (page: Page) => page.getByRole('region', { name: 'Requests' }).locator('[data-row]')

/** The numbers of the requests that are shown. */
export const ids = (page: Page): Promise<readonly number[]> =>
  rowsOf(page).evaluateAll((rows) => rows.map((row) => Number((row as HTMLElement).dataset['row'])))

/** Until the list ends with this request. */
export async function followed(page: Page, id: number): Promise<void> {
  await expect.poll(async () => (await ids(page)).at(-1)).toBe(id)
}

/** What the page says was done. */
export const says = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor()
/** The request or the row that is open. */
export const detailOf = (page: Page) => page.locator('[data-detail]')
