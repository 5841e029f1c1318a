import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { pageBlocks, type PageBlock } from './page-blocks.ts'
import { tryScript } from './sh.ts'

interface Place {
  /** Where files are written and scripts run. */
  readonly folder: string
  readonly env: Record<string, string | undefined>
  /** The address of the simulator that stands for the one on port 4010. */
  readonly url?: string
}

const PORT_4010 = 'http://127.0.0.1:4010'

/** Whether one line has the pieces of another, which `…` divides, in their order. */
const isShownBy = (shown: string) => {
  const pieces = shown.trim().split('…')
  return (line: string): boolean => {
    let at = 0
    return pieces.every((piece) => {
      const found = line.indexOf(piece, at)
      at = found + piece.length
      return found >= 0
    })
  }
}

function expectLines(printed: string, lines: string, where: string): void {
  const all = printed.split('\n')
  const missing = lines.split('\n').filter((line) => line.trim() !== '' && !all.some(isShownBy(line)))
  expect(missing, `${where} prints\n${printed}`).toEqual([])
}

/** A script that begins with the variables that the one before it ended with, as in one terminal. */
function inSession(script: string, folder: string): string {
  const session = `'${join(folder, '.session')}'`
  return `set -a; [ ! -f ${session} ] || . ${session}\n${script}\nexport -p > ${session}`
}

/**
 * Does what a page says, from top to bottom: writes each block that names a file, runs each `sh` block as it stands, and
 * looks for the lines of the `text` blocks behind it, in the same section, in what was printed. A block may say what it needs and is then left out.
 * @returns the blocks that it could not do: documents without a file name
 */
export async function playPage(markdown: string, { folder, env, url }: Place): Promise<readonly PageBlock[]> {
  const rest: PageBlock[] = []
  let printed: string | undefined
  let section = ''
  for (const block of pageBlocks(markdown)) {
    const { language, code, heading, file, needs, fails } = block
    if (language === '' || language === 'mermaid') continue
    if (needs !== undefined || heading !== section) printed = undefined
    section = heading
    // What another program prints, or a block that is left out.
    if (needs !== undefined || (language === 'text' && printed === undefined)) continue
    if (file !== undefined) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), `${code}\n`)
    } else if (language === 'sh') {
      const script = url === undefined ? code : code.replaceAll(PORT_4010, url).replaceAll('npx --no-install ', '')
      const end = await tryScript(inSession(script, folder), { cwd: folder, env })
      printed = `${end.printed}\n${end.complaints}`.replaceAll('\r', '').replaceAll(url ?? PORT_4010, PORT_4010)
      expect(end.code === 0, `${heading}:\n${code}\n${printed}`).toBe(!fails)
    } else if (language === 'text') expectLines(printed ?? '', code, heading)
    else rest.push(block)
  }
  return rest
}
