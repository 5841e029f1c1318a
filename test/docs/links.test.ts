import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linksOf, whyBroken } from '../support/page-links.ts'
import { findingKinds } from '../../src/testing/findings/finding.ts'

const filesIn = (folder: string, ending: RegExp): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name))

const pages = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'llms.txt',
  'clients/python/README.md',
  ...filesIn('docs', /\.md$/),
]
const textOf = new Map(pages.map((page) => [page, readFileSync(page, 'utf8')]))

const links = linksOf(textOf)

const why = (link: { page: string; target: string }) => whyBroken(link, textOf, existsSync)

test('every link in a page leads to a file, and to a heading where it names one', () => {
  expect(why({ page: 'README.md', target: 'docs/nothing.md' })).toBe('README.md: there is no docs/nothing.md')
  expect(why({ page: 'README.md', target: '#nothing' })).toBe('README.md: README.md has no #nothing')
  expect(links.length).toBeGreaterThan(200)
  expect(links.flatMap((link) => why(link) ?? [])).toEqual([])
})

test('every page that code and files name exists', () => {
  const named = ['src', 'scripts', 'test', 'deploy', 'fixtures', 'scenarios']
    .flatMap((folder) => filesIn(folder, /\.(tsx?|ya?ml|conf)$/))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\bdocs\/[\w/-]+\.md\b/g)].map(([name]) => name))
    .filter((name) => name !== 'docs/nothing.md')
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !existsSync(name))).toEqual([])
})

test('every page is one click from the README', () => {
  const linked = new Set(
    links.flatMap(({ page, target }) => (page === 'README.md' ? (target.split('#')[0] ?? '') : [])),
  )
  const ofUsers = readdirSync('docs').filter((name) => name.endsWith('.md'))
  expect(ofUsers.filter((name) => !linked.has(`docs/${name}`))).toEqual([])
})

test('the page on CI describes every kind of finding', () => {
  const page = textOf.get('docs/ci.md') ?? ''
  expect(findingKinds.filter((kind) => !page.includes(`\`${kind}\``))).toEqual([])
})

/** Whether a page says how to start the simulator before its first line that calls it; true where no line does. */
function startsWhatItCalls(text: string): boolean {
  const [before = '', ...calls] = text.split(/^```sh\n(?=[^`]*http:\/\/127\.0\.0\.1:4010)/m)
  return calls.length === 0 || /npx --no-install rental-sim|docker run|npm start/.test(before)
}

test('a page that calls a simulator on port 4010 says first how to start one', () => {
  const call = '```sh\ncurl http://127.0.0.1:4010/_sim/health\n```\n'
  expect(startsWhatItCalls(call)).toBe(false)
  expect(startsWhatItCalls(`Start: npx --no-install rental-sim\n\n${call}`)).toBe(true)
  const inDocs = [...textOf].filter(([page]) => /^docs\/[^/]+\.md$/.test(page))
  expect(inDocs.flatMap(([page, text]) => (startsWhatItCalls(text) ? [] : [page]))).toEqual([])
})
