import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { IdAttributePlugin } from '@11ty/eleventy'
import MiniSearch from 'minisearch'

/** The sidebar: pages by their names, under headings. */
const NAVIGATION = {
  Start: ['index', 'start-typescript', 'start-python', 'start-frontend', 'concepts', 'troubleshooting', 'coming-from'],
  Worlds: ['data', 'scenarios', 'faults', 'stubs', 'import', 'dialects'],
  Tests: ['ci', 'embedding', 'pact', 'sweep', 'clients', 'examples/index'],
  Reference: ['operations', 'options', 'commands', 'control-api', 'contract'],
  Running: ['container', 'scale', 'operating', 'limits', 'SECURITY'],
  Changing: ['CONTRIBUTING', 'architecture', 'decisions/index'],
}

/** Pages that lie beside docs/. */
const BESIDE = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md']

/** `docs/decisions/README.md` becomes `decisions/index`; undefined for what is not a page. */
function nameOf(file) {
  const page = existsSync(join(file, 'README.md')) ? posix.join(file, 'README.md') : file
  if (!page.endsWith('.md') || !existsSync(page)) return undefined
  if (!page.startsWith('docs/') && !BESIDE.includes(page)) return undefined
  return page
    .replace(/^docs\//, '')
    .replace(/README\.md$/, 'index')
    .replace(/\.md$/, '')
}

/** The file of the repository that a template was made from. */
function fileOf({ inputPath }) {
  const path = posix.normalize(inputPath)
  const beside = BESIDE.find((file) => path === `docs/${file === 'README.md' ? 'index.md' : file}`)
  return beside ?? path
}

/** Where a link of a page leads on the site, as seen from there; undefined where the site does not have it. */
function linkFrom(file, href) {
  if (/^(https?:|#)/.test(href)) return href
  const [path, anchor] = href.split('#')
  const target = posix.normalize(posix.join(posix.dirname(file), path))
  const name = nameOf(target) ?? (target.startsWith('docs/pictures/') ? target.replace(/^docs\//, '') : undefined)
  if (name === undefined) return undefined
  const address = name.startsWith('pictures/') ? name : `${name}.html`
  const from = posix.dirname(`/${nameOf(file)}`)
  return `${posix.relative(from, `/${address}`)}${anchor === undefined ? '' : `#${anchor}`}`
}

/** Makes links lead to pages of the site; those to code become plain text. */
function withLinks(markdown) {
  markdown.core.ruler.push('links', ({ tokens, env }) => {
    const file = fileOf(env.page)
    for (const { children } of tokens) {
      let isOpen = false
      for (const token of children ?? []) {
        const attribute = token.type === 'image' ? 'src' : 'href'
        const link = token.attrGet(attribute)
        if (token.type === 'link_close' && isOpen) Object.assign(token, { tag: 'span' })
        if (link === null) continue
        const target = linkFrom(file, link)
        isOpen = target === undefined
        if (target !== undefined) token.attrSet(attribute, target)
        else Object.assign(token, { tag: 'span', attrs: [] })
      }
    }
  })
}

const githubSlug = (text) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

const titleOf = (html) => /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replaceAll(/<[^>]+>/g, '') ?? 'rental-sim'

const ENTITIES = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }
const textOf = (html) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity])
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The sections of a page for the search: each heading with the text below it. */
function sectionsOf({ url, content }) {
  const title = titleOf(content)
  const [main = ''] = /<main>[\s\S]*<\/main>/.exec(content) ?? []
  return main.split(/(?=<h[1-3] id=")/).map((html, index) => {
    const [, id = '', heading = ''] = /^<h[1-3] id="([^"]*)"[^>]*>(.*?)<\/h/s.exec(html) ?? []
    return {
      id: `${url}#${id || index}`,
      address: `${url.slice(1)}#${id}`,
      title,
      heading: textOf(heading),
      text: textOf(html),
    }
  })
}

export default function site(config) {
  config.setFrontMatterParsingOptions({ delimiters: '<!--data-->' })
  config.addGlobalData('layout', 'layout.njk')
  config.addGlobalData(
    'permalink',
    () =>
      ({ page }) =>
        `${nameOf(fileOf(page))}.html`,
  )
  config.addGlobalData('navigation', () =>
    Object.entries(NAVIGATION).map(([heading, names]) => ({
      heading,
      pages: names.map((name) => {
        const beside = BESIDE.find((file) => nameOf(file) === name)
        const file = beside ?? `docs/${name.replace(/(^|\/)index$/, '$1README')}.md`
        return { name, title: /^# (.*)$/m.exec(readFileSync(file, 'utf8'))?.[1] }
      }),
    })),
  )
  for (const file of BESIDE) config.addTemplate(file === 'README.md' ? 'index.md' : file, readFileSync(file, 'utf8'))
  config.ignores.add('docs/examples/*/node_modules/**')
  config.amendLibrary('md', withLinks)
  config.addPlugin(IdAttributePlugin, { slugify: githubSlug, checkDuplicates: false })
  config.addFilter('title', titleOf)
  config.addFilter('upFrom', (url) => '../'.repeat(url.split('/').length - 2))
  config.addPassthroughCopy({
    'docs/pictures': 'pictures',
    'src/pages/tokens.css': 'tokens.css',
    'build-tools/site/style.css': 'style.css',
    'build-tools/site/search.js': 'search.js',
    'node_modules/minisearch/dist/es/index.js': 'minisearch.js',
  })
  config.on('eleventy.after', ({ results, directories }) => {
    const search = new MiniSearch({
      fields: ['title', 'heading', 'text'],
      storeFields: ['address', 'title', 'heading'],
    })
    search.addAll(results.flatMap(sectionsOf))
    writeFileSync(join(directories.output, 'search.json'), JSON.stringify(search))
  })
  return {
    dir: { input: 'docs', includes: '../build-tools/site', output: 'build/site' },
    markdownTemplateEngine: false,
    htmlTemplateEngine: false,
    templateFormats: ['md'],
  }
}
