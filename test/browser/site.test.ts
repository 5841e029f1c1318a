import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inChromium } from '../support/browser-page.ts'

const { open, serve } = inChromium()

/** Where a company might put the site. */
const BASE = 'tools/docs'

let site: string
let names: readonly string[]
beforeAll(() => {
  site = mkdtempSync(join(tmpdir(), 'rental-sim-site-'))
  const { status, stderr } = spawnSync('npm', ['run', '--silent', 'docs:site', '--', `--output=${site}`], {
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  names = readdirSync(site, { recursive: true, encoding: 'utf8' })
})
afterAll(() => rmSync(site, { recursive: true }))

const read = (name: string): string => readFileSync(join(site, name), 'utf8')
const pages = () => names.filter((name) => name.endsWith('.html'))

test('every page of the documents is one of the site, and in its navigation or linked from there', () => {
  const documents = readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html'))
  expect(pages().toSorted()).toEqual([...documents, 'index.html', 'SECURITY.html', 'CONTRIBUTING.html'].toSorted())
  const navigation = /<nav[\s\S]*<\/nav>/.exec(read('index.html'))?.[0] ?? ''
  expect(documents.filter((name) => !name.includes('/') && !navigation.includes(`href="${name}"`))).toEqual([])
})

test('every link, picture and script leads to something on the site or elsewhere, below whatever path it lies', () => {
  const addresses = pages().flatMap((page) =>
    [...read(page).matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, address = '']) => ({ page, address })),
  )
  const inner = addresses.filter(({ address }) => !address.startsWith('https:') && !address.startsWith('http:'))
  expect(inner.length).toBeGreaterThan(1000)
  const broken = inner.filter(({ page, address }) => {
    const [path = '', anchor] = address.split('#')
    const file = path === '' ? page : normalize(join(dirname(page), path))
    if (!names.includes(file) || !existsSync(join(site, file))) return true
    return anchor !== undefined && anchor !== '' && !read(file).includes(`id="${anchor}"`)
  })
  expect(broken).toEqual([])
})

test('somebody who searches finds the section, and nothing is asked of another host', async () => {
  const url = await serve(
    Object.fromEntries(names.map((name) => [`${BASE}/${name}`, nameIsText(name) ? read(name) : ''])),
  )
  const { page, complaints, asked } = await open(`${url}/${BASE}/decisions/sweep.html`)
  await page.getByRole('searchbox', { name: 'Search' }).fill('truncate_body')
  await page.getByRole('link', { name: 'Faults: What happens: effect' }).click()
  await page.waitForURL(`${url}/${BASE}/faults.html#what-happens-effect`)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Faults')
  await page.getByRole('searchbox', { name: 'Search' }).fill('zyxwv')
  await page.getByText('No page has these words.').waitFor()
  expect(complaints).toEqual([])
  expect(asked.filter((address) => !address.startsWith(`${url}/${BASE}/`))).toEqual([])
})

const nameIsText = (name: string): boolean => /\.(html|css|js|json)$/.test(name)
