import { dirname, join, normalize } from 'node:path'

/** Pages by their path from the root, as Markdown. */
type Pages = ReadonlyMap<string, string>

interface Link {
  readonly page: string
  readonly target: string
}

const withoutCode = (text: string): string => text.replaceAll(/^```[\s\S]*?^```$/gm, '')

/** The links of pages to files and headings; those to other hosts are left out. */
export const linksOf = (pages: Pages): readonly Link[] =>
  [...pages].flatMap(([page, text]) =>
    [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => ({ page, target }))
      .filter(({ target }) => !/^https?:/.test(target)),
  )

/** The names that a link into a page may end with, as GitHub makes them of headings, and those of its anchors. */
function anchors(text: string): ReadonlySet<string> {
  const headings = [...withoutCode(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
  return new Set([...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)])
}

/** Why a link leads nowhere; undefined where it leads somewhere. */
export function whyBroken(
  { page, target }: Link,
  pages: Pages,
  isThere: (file: string) => boolean,
): string | undefined {
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? page : normalize(join(dirname(page), path)).replace(/\/$/, '')
  if (!isThere(file)) return `${page}: there is no ${file}`
  if (anchor === undefined || anchors(pages.get(file) ?? '').has(anchor)) return undefined
  return `${page}: ${file} has no #${anchor}`
}
