import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { findingKinds } from '../../src/testing/findings/finding.ts'

const filesIn = (folder: string, ending: RegExp): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name))

const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'clients/python/README.md', ...filesIn('docs', /\.md$/)]
const textOf = new Map(pages.map((page) => [page, readFileSync(page, 'utf8')]))

/** The names that a link into a page may end with, as GitHub makes them of headings, and those of its anchors. */
function anchors(page: string): ReadonlySet<string> {
  const text = textOf.get(page) ?? ''
  const outsideCode = text.replaceAll(/^```[\s\S]*?^```$/gm, '')
  const headings = [...outsideCode.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
  return new Set([...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)])
}

interface Link {
  readonly page: string
  readonly target: string
}

const links: readonly Link[] = [...textOf].flatMap(([page, text]) =>
  [...text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => ({ page, target }))
    .filter(({ target }) => !/^https?:/.test(target)),
)

/** Why a link leads nowhere; undefined where it leads somewhere. */
function whyBroken({ page, target }: Link): string | undefined {
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? page : normalize(join(dirname(page), path))
  if (!existsSync(file)) return `${page}: there is no ${file}`
  if (anchor === undefined || anchors(file).has(anchor)) return undefined
  return `${page}: ${file} has no #${anchor}`
}

test('every link in a page leads to a file, and to a heading where it names one', () => {
  expect(whyBroken({ page: 'README.md', target: 'docs/nothing.md' })).toBe('README.md: there is no docs/nothing.md')
  expect(whyBroken({ page: 'README.md', target: '#nothing' })).toBe('README.md: README.md has no #nothing')
  expect(links.length).toBeGreaterThan(300)
  expect(links.flatMap((link) => whyBroken(link) ?? [])).toEqual([])
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

test('the page on CI tells of every kind of finding', () => {
  const page = textOf.get('docs/ci.md') ?? ''
  expect(findingKinds.filter((kind) => !page.includes(`\`${kind}\``))).toEqual([])
})
