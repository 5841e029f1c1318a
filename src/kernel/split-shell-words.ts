/** Thrown for a text that cannot be split into words; the message says why. */
export class ShellSyntaxError extends Error {}

/** What separates words, unless it is quoted. A carriage return does not, nor does any other white space. */
const SEPARATORS = ' \t\n'

/** A run of characters that mean nothing by themselves. */
const PLAIN = /[^ \t\n'"\\]+/y

/** Whether splitting a text at spaces would find other words than a shell: it has quotes, backslashes, tabs or line ends. */
export const needsShell = (text: string): boolean => /['"\\\t\n]/.test(text)

/**
 * The words of a text as Python's `shlex.split` finds them: quotes keep text together and may stand within a word,
 * a pair of quotes alone is an empty word, and a backslash takes the next character as it is; within double quotes it
 * does so for `"` and `\` only. `#` begins no comment. Unlike there, a carriage return is part of a word.
 * @throws ShellSyntaxError when a quote is never closed, or a backslash ends the text
 */
export function splitShellWords(text: string): string[] {
  if (!/['"\\]/.test(text)) return text.match(/[^ \t\n]+/g) ?? []
  const words: string[] = []
  // Undefined between words: '' is a word that began with an empty pair of quotes.
  let word: string | undefined
  for (let at = 0; at < text.length;) {
    const character = text.charAt(at)
    if (SEPARATORS.includes(character)) {
      if (word !== undefined) words.push(word)
      word = undefined
      at += 1
    } else {
      const piece = readPiece(text, at, character)
      word = (word ?? '') + piece.text
      at = piece.end
    }
  }
  if (word !== undefined) words.push(word)
  return words
}

/** A part of a word, and where the next one begins. */
interface Piece {
  readonly text: string
  readonly end: number
}

function readPiece(text: string, at: number, character: string): Piece {
  if (character === "'") return readSingleQuoted(text, at)
  if (character === '"') return readDoubleQuoted(text, at)
  if (character === '\\') return readEscaped(text, at)
  PLAIN.lastIndex = at
  const [plain = ''] = PLAIN.exec(text) ?? []
  return { text: plain, end: at + plain.length }
}

function readSingleQuoted(text: string, at: number): Piece {
  const close = text.indexOf("'", at + 1)
  if (close < 0) throw new ShellSyntaxError('a quote is never closed')
  return { text: text.slice(at + 1, close), end: close + 1 }
}

function readDoubleQuoted(text: string, at: number): Piece {
  let within = ''
  let from = at + 1
  for (;;) {
    const stop = findQuoteOrBackslash(text, from)
    within += text.slice(from, stop)
    if (text[stop] === '"') return { text: within, end: stop + 1 }
    const next = text.charAt(stop + 1)
    within += next === '"' || next === '\\' ? next : `\\${next}`
    from = stop + 2
  }
}

/** The next double quote or backslash. */
function findQuoteOrBackslash(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (text[at] === '"' || text[at] === '\\') return at
  throw new ShellSyntaxError('a quote is never closed')
}

function readEscaped(text: string, at: number): Piece {
  if (at + 1 === text.length) throw new ShellSyntaxError('a backslash at the end escapes nothing')
  return { text: text.charAt(at + 1), end: at + 2 }
}
