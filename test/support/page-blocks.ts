/** A fenced block of a page. */
export interface PageBlock {
  readonly language: string
  readonly code: string
  /** The heading that it stands under. */
  readonly heading: string
  /** The file that its first line names in a comment. */
  readonly file?: string
  /** What it needs before it can run, by a comment of the page that readers do not see: `<!-- needs Docker -->`. */
  readonly needs?: string
  /** Whether its first line says that it fails. */
  readonly fails: boolean
}

/** The fenced blocks of a page, in their order. */
export function pageBlocks(markdown: string): readonly PageBlock[] {
  let heading = ''
  let open: { readonly fence: string; readonly language: string; readonly lines: string[] } | undefined
  const blocks: PageBlock[] = []
  let needs: string | undefined
  for (const line of markdown.split('\n')) {
    const [, fence = '', language = ''] = /^(`{3,})(\w*)/.exec(line) ?? []
    if (open === undefined && line.startsWith('#')) heading = line.replace(/^#+ /, '')
    if (open !== undefined && line === open.fence) {
      blocks.push({
        heading,
        language: open.language,
        code: open.lines.join('\n'),
        ...saidFirst(open.lines[0]),
        ...(needs !== undefined && { needs }),
      })
      open = undefined
      needs = undefined
    } else if (open !== undefined) open.lines.push(line)
    else if (line.startsWith('<!-- needs ')) needs = line.slice('<!-- needs '.length, -' -->'.length)
    else if (fence !== '') open = { fence, language, lines: [] }
  }
  return blocks
}

/** `# fails: ...`, `// client.test.ts`. */
function saidFirst(line = ''): Pick<PageBlock, 'file' | 'fails'> {
  const [, said = ''] = /^(?:#|\/\/|<!--) (.*?)(?: -->)?$/.exec(line) ?? []
  const [file] = /^[\w./-]+\.\w+$/.exec(said) ?? []
  return { ...(file && { file }), fails: said.startsWith('fails') }
}
