import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { copiedProject, inherited, type Project } from '../support/installed-project.ts'
import { pageBlocks } from '../support/page-blocks.ts'
import { playPage } from '../support/play-page.ts'

let project: Project
beforeAll(async () => {
  project = await copiedProject(inject('shared').withPeers)
})
afterAll(() => project?.remove())

test('the README can be followed: its tests fail as it shows, and what it installs is one command', async () => {
  const folder = join(project.folder, 'readme')
  mkdirSync(folder)
  // Where the README's reader is: the folder with the node_modules.
  symlinkSync(join(project.folder, 'node_modules'), join(folder, 'node_modules'))
  const text = readFileSync('README.md', 'utf8')
  expect(await playPage(text, { folder, env: { ...inherited(), NO_COLOR: '1' } })).toEqual([])
  expect(
    pageBlocks(text)
      .filter(({ needs }) => needs !== undefined)
      .map(({ code }) => code),
  ).toEqual(['npm ci && npm run pack:into -- ../your-project', 'npx --no-install rental-sim'])
})

const pages = ['start-python', 'start-typescript', 'start-frontend', 'embedding', 'pact']
const read = (page: string): string => readFileSync(`docs/${page}.md`, 'utf8')

test.each(pages)('%s can be followed as it stands', async (page) => {
  const folder = join(project.folder, page)
  mkdirSync(folder)
  const env = { ...inherited(), NO_COLOR: '1', PACT_DO_NOT_TRACK: 'true' }
  expect(await playPage(read(page), { folder, env })).toEqual([])
})

test('sweep has a test of one function that passes as it stands', async () => {
  const folder = join(project.folder, 'sweep')
  mkdirSync(folder)
  const [block, ...more] = pageBlocks(read('sweep')).filter(({ file }) => file !== undefined)
  expect(more).toEqual([])
  writeFileSync(join(folder, block?.file ?? ''), block?.code ?? '')
  expect(await project.run('npx', ['vitest', 'run', '--dir', 'sweep'], { NO_COLOR: '1' })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 passed (1)'),
  })
})

test('what cannot run here is little, and says what it needs', () => {
  const needs = pages.flatMap((page) =>
    pageBlocks(read(page)).flatMap(({ needs }) => (needs === undefined ? [] : [`${page}: ${needs}`])),
  )
  expect(needs).toEqual([
    'start-frontend: a second terminal',
    'embedding: a bundler, and the worker that npx msw init writes',
    'embedding: a bundler, and a page that registers it',
  ])
})
