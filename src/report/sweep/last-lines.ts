import { printableLines } from '../../kernel/printable.ts'

/** The last lines that a command wrote, without the escapes that colour them, and without empty ones. */
export const lastLines = (output: string, count: number): readonly string[] =>
  printableLines(output)
    .replaceAll(/\\u001b\[[\d;]*m/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-count)
