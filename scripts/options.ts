import { readFileSync, writeFileSync } from 'node:fs'
import { serveCommand } from '../src/cli/serve.ts'

// The table of options in the README, as `serve --help` tells of them.

const PAGE = 'README.md'
const HEAD = ['Option', 'Default', '']

const { env, stdin, stdout, stderr } = process
const io = { env, stdin: () => stdin, stdout, stderr, isOwnProcess: true, onStop: () => undefined, exitCode: 0 }

const shown = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? `${value}` : '')

const rows = serveCommand(io).options.map((option) => {
  const { long, defaultValueDescription, argChoices, description } = option
  const defaultValue: unknown = option.defaultValue
  const isSwitch = option.isBoolean() || option.negate
  return [
    `\`${long}\``,
    isSwitch ? '' : (defaultValueDescription ?? shown(defaultValue)),
    `${description}${argChoices === undefined ? '' : `: ${argChoices.join(', ')}`}`,
  ]
})
const widths = HEAD.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)))
const lined = (cells: readonly string[], fill = ' '): string =>
  `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`
const table = [lined(HEAD), lined(['', '', ''], '-'), ...rows.map((row) => lined(row))].join('\n')

const page = readFileSync(PAGE, 'utf8')
const renewed = page.replace(/\| Option +\| Default +\|[\s\S]*?\|\n(?=\n)/, () => `${table}\n`)
if (!renewed.includes(table)) throw new Error(`${PAGE} has no table of options`)
if (!process.argv.includes('--check')) writeFileSync(PAGE, renewed)
else if (renewed !== page) {
  process.stderr.write(`${PAGE} is stale: run npm run docs\n`)
  process.exitCode = 1
}
