import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { defineConfig, type MarkdownOptions } from 'vitepress'

const REPOSITORY = join(import.meta.dirname, '../../..')

/** The sidebar: files under headings, each shown by its title. */
const NAVIGATION = {
  Start: [
    'README',
    'docs/start-typescript',
    'docs/start-python',
    'docs/start-frontend',
    'docs/agents',
    'docs/concepts',
    'docs/troubleshooting',
    'docs/coming-from',
    'docs/trust',
    'docs/dashboard',
  ],
  Worlds: [
    'docs/data',
    'docs/scenarios',
    'docs/scenario-list',
    'docs/faults',
    'docs/stubs',
    'docs/project-files',
    'docs/import',
    'docs/drift',
    'docs/dialects',
  ],
  Tests: ['docs/ci', 'docs/embedding', 'docs/pact', 'docs/sweep', 'docs/clients', 'docs/examples/README'],
  Reference: [
    'docs/operations',
    'docs/options',
    'docs/commands',
    'docs/control-api',
    'docs/control-calls',
    'docs/contract',
  ],
  Running: ['docs/operating', 'docs/limits', 'SECURITY'],
  Changing: ['CONTRIBUTING', 'CHANGELOG', 'docs/architecture', 'docs/glossary', 'docs/decisions/README'],
}

/** Pages outside of docs/. */
const BESIDE = /^(README|SECURITY|CONTRIBUTING|CHANGELOG)\.md$/

/** `docs/decisions/README.md` is at `decisions/index.md`. */
const addressOf = (file: string): string => file.replace(/^docs\//, '').replace(/README\.md$/, 'index.md')

const titleOf = (file: string): string => {
  const title = /^# (.*)$/m.exec(readFileSync(join(REPOSITORY, file), 'utf8'))?.[1]
  if (title === undefined) throw new Error(`${file} has no title`)
  return title
}

/** Where a link of a file leads on the site; undefined where the site does not have its target. */
function linkFrom(file: string, href: string): string | undefined {
  if (/^(https?:|#)/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const named = posix.join(posix.dirname(file), path).replace(/\/$/, '')
  const target = existsSync(join(REPOSITORY, named, 'README.md')) ? posix.join(named, 'README.md') : named
  const isPage = target.startsWith('docs/') ? target.endsWith('.md') : BESIDE.test(target)
  if (!isPage) return undefined
  return `/${addressOf(target)}${anchor === undefined ? '' : `#${anchor}`}`
}

/** Makes links lead to pages of the site; those to code become plain text. */
const withLinks: NonNullable<MarkdownOptions['config']> = (markdown) => {
  // The documents write `<name>` as text, which Vue would read as an element; only anchors are elements.
  markdown.renderer.rules['html_inline'] = (tokens, at) => {
    const content = tokens[at]?.content ?? ''
    return /^<(\/a|a id=.*)>$/.test(content) ? content : markdown.utils.escapeHtml(content)
  }
  markdown.core.ruler.push('links', ({ tokens, env }) => {
    const file = posix.relative(REPOSITORY, String(env.realPath ?? env.path))
    for (const { children } of tokens) {
      let isPlain = false
      for (const token of children ?? []) {
        if (token.type === 'code_inline') token.attrSet('v-pre', '')
        if (token.type === 'link_close' && isPlain) token.tag = 'span'
        if (token.type !== 'link_open') continue
        const target = linkFrom(file, token.attrGet('href') ?? '')
        isPlain = target === undefined
        if (target === undefined) Object.assign(token, { type: 'span_open', tag: 'span', attrs: [] })
        else token.attrSet('href', target)
      }
    }
  })
}

/** As GitHub makes them, so that links work there too. */
const slugify = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

export default defineConfig({
  title: 'rental-sim',
  lang: 'en',
  srcDir: REPOSITORY,
  srcExclude: ['!({docs,docs/**,README.md,SECURITY.md,CONTRIBUTING.md,CHANGELOG.md})'],
  outDir: join(REPOSITORY, 'build/site'),
  cacheDir: join(REPOSITORY, 'build/vitepress'),
  rewrites: {
    'README.md': 'index.md',
    'docs/decisions/README.md': 'decisions/index.md',
    'docs/examples/README.md': 'examples/index.md',
    'docs/examples/:name/README.md': 'examples/:name/index.md',
    'docs/:page*': ':page*',
  },
  markdown: { anchor: { slugify }, config: withLinks },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: Object.entries(NAVIGATION).map(([text, names]) => ({
      text,
      items: names.map((name) => ({
        text: titleOf(`${name}.md`),
        link: `/${addressOf(`${name}.md`).replace(/index\.md$|\.md$/, '')}`,
      })),
    })),
  },
})
