import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

export interface Opened {
  readonly page: Page
  /** Complaints of the console, and errors that were not caught, in pages and workers. */
  readonly complaints: readonly string[]
  /** The address of everything that was asked for. */
  readonly asked: readonly string[]
}

/** A browser for a file of tests: call it once. What it opens is closed after each test. */
export function inChromium() {
  let browser: Browser | undefined
  const contexts = new Set<BrowserContext>()
  const servers = new Set<Server>()

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
    })
  })
  afterAll(() => browser?.close())
  afterEach(async () => {
    await Promise.all([...contexts].map((context) => context.close()))
    for (const server of servers) server.close()
    contexts.clear()
    servers.clear()
  })

  return {
    open: async (url: string, options: BrowserContextOptions = {}): Promise<Opened> => {
      if (browser === undefined) throw new Error('Chromium did not start')
      const context = await browser.newContext(options)
      contexts.add(context)
      const complaints: string[] = []
      context.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
      })
      context.on('weberror', (problem) => complaints.push(String(problem.error())))
      const asked: string[] = []
      context.on('request', (request) => asked.push(request.url()))
      const page = await context.newPage()
      await page.goto(url)
      return { page, complaints, asked }
    },
    /** Serves files by their names on 127.0.0.1, `index.html` at `/`. */
    serve: async (files: Readonly<Record<string, string | Buffer>>): Promise<string> => {
      const server = createServer(({ url = '/' }, response) => {
        const name = url === '/' ? 'index.html' : url.slice(1)
        const text = files[name]
        response.writeHead(text === undefined ? 404 : 200, { 'Content-Type': TYPES[extname(name)] ?? 'text/plain' })
        response.end(text)
      })
      servers.add(server)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
  }
}
