import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createSimulator } from '../../src/index.ts'
import { folderForTest } from '../support/folders.ts'
import { pageBlocks } from '../support/page-blocks.ts'
import { playPage } from '../support/play-page.ts'
import { serve } from '../support/run-cli.ts'

const read = (page: string): string => readFileSync(page, 'utf8')

/** Pages that the tests of the packed package follow, and pages with separate tests of their blocks. */
const elsewhere: Readonly<Record<string, string>> = {
  'README.md': 'test/installed/pages.test.ts',
  'docs/start-python.md': 'test/installed/pages.test.ts',
  'docs/start-typescript.md': 'test/installed/pages.test.ts',
  'docs/start-frontend.md': 'test/installed/pages.test.ts',
  'docs/embedding.md': 'test/installed/pages.test.ts',
  'docs/pact.md': 'test/installed/pages.test.ts',
  'docs/clients.md': 'test/installed/generated-clients.test.ts',
  'docs/sweep.md': 'test/sweep/docs.deep.test.ts',
}

const pages = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
const followed = pages.filter((page) => elsewhere[page] === undefined)

/** For all pages: each begins with a reset. */
let server: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  server = await serve()
})
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
})

/** A folder in which `rental-sim` is the built command. */
function project(): { readonly folder: string; readonly env: Record<string, string | undefined> } {
  const folder = folderForTest()
  const bin = join(folder, 'node_modules', '.bin')
  mkdirSync(bin, { recursive: true })
  symlinkSync(resolve('dist/cli.cjs'), join(bin, 'rental-sim'))
  symlinkSync(resolve(''), join(folder, 'node_modules', 'rental-sim'))
  return { folder, env: { ...process.env, PATH: `${bin}:${process.env['PATH']}` } }
}

/** The parts of a scenario or a fixture on one page may build on each other: a fault on a stub, both on a parameter. */
function tryParts(parts: readonly object[]): void {
  const params = JSON.stringify(parts).includes('${plan}') ? { plan: { type: 'string', default: 'small' } } : {}
  createSimulator().scenario(Object.assign({ params }, ...parts))
}

describe.sequential('what the pages say can be done as it stands', () => {
  test.each(followed)('%s', async (page) => {
    await fetch(`${server.url}/_sim/reset`, { method: 'POST' })
    const { folder, env } = project()
    const rest = await playPage(read(page), { folder, env, url: server.url })
    expect(rest.filter(({ language }) => language !== 'yaml')).toEqual([])
    tryParts(rest.map(({ code }) => parse(code) as object))
  })
})

test('what cannot run here is little, and says what it needs', () => {
  const needs = followed.flatMap((page) =>
    pageBlocks(read(page)).flatMap(({ needs }) => (needs === undefined ? [] : [`${page}: ${needs}`])),
  )
  expect(needs).toEqual([
    'docs/agents.md: a test command: here npm test',
    'docs/agents.md: a second terminal',
    'docs/ci.md: a test command: here npm test',
    'docs/dialects.md: a second terminal',
    'docs/drift.md: a key of the service',
    'docs/drift.md: a key of the service',
    'docs/import.md: a second terminal',
    'docs/operating.md: Docker, and a clone of this repository',
    'docs/operating.md: Docker',
    'docs/operating.md: Docker',
    'docs/operating.md: Docker',
    'docs/operating.md: nginx, and a clone of this repository',
    'docs/operating.md: a cluster',
    'docs/troubleshooting.md: a project of yours',
  ])
})
