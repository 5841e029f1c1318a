import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inChromium } from '../support/browser-page.ts'

const { open, serve } = inChromium()

const BUILD_MS = 300_000

/** Where a company might put the site. */
const BASE = '/tools/docs/'

let site: string
let names: readonly string[]
beforeAll(() => {
  site = mkdtempSync(join(tmpdir(), 'rental-sim-site-'))
  const { status, stderr } = spawnSync(
    'npm',
    ['run', '--silent', 'docs:site', '--', '--base', BASE, '--outDir', site],
    {
      encoding: 'utf8',
    },
  )
  expect(status, stderr).toBe(0)
  names = readdirSync(site, { recursive: true, encoding: 'utf8' })
}, BUILD_MS)
afterAll(() => rmSync(site, { recursive: true }))

const read = (name: string): string => readFileSync(join(site, name), 'utf8')
const pages = () => names.filter((name) => name.endsWith('.html'))

test('every page of the documents is one of the site, and in its navigation or linked from there', () => {
  const documents = readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html'))
  const beside = ['index.html', '404.html', 'SECURITY.html', 'CONTRIBUTING.html', 'CHANGELOG.html']
  expect(pages().toSorted()).toEqual([...documents, ...beside].toSorted())
  const navigation = /<nav[^>]* id="VPSidebarNav"[\s\S]*?<\/nav>/.exec(read('index.html'))?.[0] ?? ''
  expect(documents.filter((name) => !name.includes('/') && !navigation.includes(`href="${BASE}${name}"`))).toEqual([])
})

test('every link, picture and script leads to something on the site or elsewhere, below the path that it is made for', () => {
  const addresses = pages().flatMap((page) =>
    [...read(page).matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, address = '']) => ({ page, address })),
  )
  const inner = addresses.filter(({ address }) => !/^(https?|data):/.test(address))
  expect(inner.length).toBeGreaterThan(1000)
  const broken = inner.filter(({ page, address }) => {
    const [path = '', anchor] = address.split('#')
    if (path !== '' && !path.startsWith(BASE)) return true
    const file = path === '' ? page : path.slice(BASE.length).replace(/(^|\/)$/, '$1index.html')
    if (!existsSync(join(site, file))) return true
    return anchor !== undefined && anchor !== '' && !read(file).includes(`id="${anchor}"`)
  })
  expect(broken).toEqual([])
})

test('code, and a name in angle brackets, is shown as it is written', () => {
  expect(read('contract.html')).toContain('&lt;')
  expect(read('decisions/sweep.html')).toContain('<code>hung</code>')
})

test('somebody who searches finds the section, and nothing is asked of another host', async () => {
  const url = await serve(
    Object.fromEntries(
      names.flatMap((name) =>
        statSync(join(site, name)).isFile() ? [[`${BASE.slice(1)}${name}`, readFileSync(join(site, name))]] : [],
      ),
    ),
  )
  const { page, complaints, asked } = await open(`${url}${BASE}decisions/sweep.html`)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('searchbox').fill('truncate_body')
  await page.getByRole('option', { name: 'What happens' }).first().click()
  await page.waitForURL(`${url}${BASE}faults.html#what-happens-effect`)
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toContain('Faults')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('searchbox').fill('zyxwv')
  await page.getByText('No results for').waitFor()
  expect(complaints).toEqual([])
  expect(asked.filter((address) => !address.startsWith(`${url}${BASE}`))).toEqual([])
})
