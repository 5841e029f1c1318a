import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { copiedProject, type Project } from '../support/installed-project.ts'
import { linksOf, whyBroken } from '../support/page-links.ts'

const tarball = inject('tarball')
let project: Project
beforeAll(async () => {
  project = await copiedProject(inject('shared').alone)
})
afterAll(() => project?.remove())

const files = async (): Promise<readonly string[]> => {
  const { stdout } = await project.run('tar', ['-tzf', tarball])
  return stdout.trim().split('\n').toSorted()
}
const installed = (file: string): string =>
  readFileSync(join(project.folder, 'node_modules', 'rental-sim', file), 'utf8')

/** What may be in the package, and how often at least. */
const KINDS = [
  { is: /^package\/(package\.json|LICENSE|llms\.txt|(README|CHANGELOG|CONTRIBUTING|SECURITY)\.md)$/, atLeast: 7 },
  { is: /^package\/action\/action\.yml$/, atLeast: 1 },
  { is: /^package\/clients\/python\/(README\.md|pyproject\.toml|rental_sim_pytest\.py)$/, atLeast: 3 },
  { is: /^package\/docs\/([a-z-]+|decisions\/[\w-]+|pictures\/[a-z-]+)\.(md|webp)$/, atLeast: 40 },
  { is: /^package\/docs\/examples\/[\w.-]+(\/[\w.-]+)*$/, atLeast: 20 },
  { is: /^package\/deploy\/([\w-]+\/)?[\w.-]+\.(yaml|conf)$/, atLeast: 3 },
  { is: /^package\/dist\/(cli\.cjs|cli-licenses\.txt|cli\/[\w-]+\.cjs)$/, atLeast: 2 },
  { is: /^package\/dist\/lib\/(index|browser|vitest|msw|pact|sweep|check-node)\.js$/, atLeast: 7 },
  { is: /^package\/dist\/lib\/(licenses\.txt|[a-z-]+-[\w-]{8}\.js)$/, atLeast: 2 },
  { is: /^package\/dist\/types\/([a-z-]+\/)*[a-z-]+\.d\.ts$/, atLeast: 10 },
  { is: /^package\/fixtures\/[a-z-]+\.yaml$/, atLeast: 3 },
  { is: /^package\/scenarios\/[a-z0-9-]+\.yaml$/, atLeast: 40 },
  { is: /^package\/schemas\/[a-z-]+\.schema\.json$/, atLeast: 2 },
]

test('the package holds what it needs and nothing else', async () => {
  const all = await files()
  expect(all.filter((file) => !KINDS.some(({ is }) => is.test(file)))).toEqual([])
  for (const { is, atLeast } of KINDS) {
    expect(all.filter((file) => is.test(file)).length, String(is)).toBeGreaterThanOrEqual(atLeast)
  }
})

test('the links of its documents lead to files of the package, and to headings that these have', async () => {
  const all = (await files()).map((file) => file.replace('package/', ''))
  const pages = new Map(all.filter((file) => /\.md$|^llms\.txt$/.test(file)).map((page) => [page, installed(page)]))
  const links = linksOf(pages)
  expect(links.length).toBeGreaterThan(300)
  const isThere = (file: string) => all.some((each) => each === file || each.startsWith(`${file}/`))
  expect(links.flatMap((link) => whyBroken(link, pages, isThere) ?? [])).toEqual([])
})

test('every chunk in the package is one that an entry uses', async () => {
  const chunks = (await files()).flatMap((file) => /^package\/dist\/lib\/(.*\.js)$/.exec(file)?.[1] ?? [])
  const seen = new Set<string>()
  const follow = (chunk: string): void => {
    if (seen.has(chunk)) return
    seen.add(chunk)
    for (const [, next = ''] of installed(`dist/lib/${chunk}`).matchAll(/(?:from|import)\s*\(?["']\.\/([^"']+)["']/g))
      follow(next)
  }
  for (const entry of ['index', 'browser', 'vitest', 'msw', 'pact', 'sweep']) follow(`${entry}.js`)
  expect([...seen].toSorted()).toEqual(chunks)
})

test('the licences of bundled code are in the package', () => {
  expect(installed('LICENSE')).toContain('MIT License')
  const named = (file: string): readonly string[] =>
    [...installed(file).matchAll(/^((?:@[\w-]+\/)?[\w.-]+) \d+\.\d+\.\d+$/gm)].map(([, name = '']) => name)
  expect(named('dist/lib/licenses.txt')).toEqual(expect.arrayContaining(['@faker-js/faker', 'preact']))
  const { dependencies } = JSON.parse(installed('package.json')) as { dependencies: Record<string, string> }
  expect(named('dist/cli-licenses.txt')).toEqual(
    expect.arrayContaining([...Object.keys(dependencies), '@faker-js/faker', 'commander', 'cross-spawn', 'preact']),
  )
})

test('publint has nothing to say about the package', async () => {
  const { messages } = await publint({ pkgDir: join(project.folder, 'node_modules', 'rental-sim'), pack: false })
  expect(messages).toEqual([])
})

test('the types are wrong for no resolver that knows `exports` and ES modules', async () => {
  const result = await checkPackage(createPackageFromTarballData(readFileSync(tarball)))
  if (!('problems' in result)) throw new Error('the package has no types')
  expect(Object.keys(result.entrypoints)).toEqual(
    expect.arrayContaining(['.', './vitest', './msw', './pact', './sweep']),
  )
  // `require` takes ES modules from Node 20.19 on, which the package needs.
  const found = result.problems.map((each) => `${'resolutionKind' in each ? each.resolutionKind : ''}: ${each.kind}`)
  expect([...new Set(found)]).toEqual(['node10: NoResolution', 'node16-cjs: CJSResolvesToESM'])
})
