/** A fenced block of a page. */
export interface PageBlock {
  readonly language: string
  readonly code: string
  /** The heading that it stands under. */
  readonly heading: string
  /** What its first line names in a comment: the file that it is, or what it needs before it can run. */
  readonly file?: string
  readonly needs?: string
  /** Whether its first line says that it fails. */
  readonly fails: boolean
}

/** The fenced blocks of a page, in their order. */
export function pageBlocks(markdown: string): readonly PageBlock[] {
  let heading = ''
  let open: { readonly fence: string; readonly language: string; readonly lines: string[] } | undefined
  const blocks: PageBlock[] = []
  for (const line of markdown.split('\n')) {
    const [, fence = '', language = ''] = /^(`{3,})(\w*)/.exec(line) ?? []
    if (open === undefined && line.startsWith('#')) heading = line.replace(/^#+ /, '')
    if (open !== undefined && line === open.fence) {
      blocks.push({ heading, language: open.language, code: open.lines.join('\n'), ...saidFirst(open.lines[0]) })
      open = undefined
    } else if (open !== undefined) open.lines.push(line)
    else if (fence !== '') open = { fence, language, lines: [] }
  }
  return blocks
}

/** `# needs Docker`, `# fails: ...`, `// client.test.ts`. */
function saidFirst(line = ''): Pick<PageBlock, 'file' | 'needs' | 'fails'> {
  const [, said = ''] = /^(?:#|\/\/|<!--) (.*?)(?: -->)?$/.exec(line) ?? []
  const [, needs] = /^needs (.*)$/.exec(said) ?? []
  const [file] = /^[\w./-]+\.\w+$/.exec(said) ?? []
  return { ...(file && { file }), ...(needs && { needs }), fails: said.startsWith('fails') }
}
