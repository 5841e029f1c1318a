import type { Command, CommanderError } from 'commander'
import { quoteForShell } from '../kernel/quote-for-shell.ts'
import type { CommandIo } from './io.ts'

type Commands = ReadonlyMap<string, (io: CommandIo) => Promise<Command>>

/** Options that take several values, separated by commas. */
const LISTS = new Set(['--fixture', '--rule', '--allowed-host', '--allowed-origin', '--only', '--fail-below'])

const isOption = (word: string | undefined): boolean => word?.startsWith('-') ?? true

/** What to write in place of words that Commander refuses; undefined where its message says enough. */
export async function usageAdvice(
  { code, message }: CommanderError,
  io: CommandIo,
  commands: Commands,
): Promise<string | undefined> {
  const { args } = io
  const [name = ''] = args
  const runsCommand = name === 'exec' || name === 'sweep'
  const [, value = ''] = /'([^']*)'/.exec(message.replace(/^error: option '[^']*' /, '')) ?? []
  switch (code) {
    case 'commander.excessArguments': {
      const later = args.find((each) => commands.has(each))
      return later === undefined || later === name
        ? tooManyValues(args)
        : `The command stands first: rental-sim ${later} …`
    }
    case 'commander.missingArgument':
      return runsCommand ? `Write the command that it runs: rental-sim ${name} -- npm test` : undefined
    case 'commander.invalidArgument': {
      const at = args.indexOf(value)
      if (!runsCommand || args.includes('--') || at < 2 || isOption(args[at - 1])) return undefined
      const line = [...args.slice(0, at), '--', ...args.slice(at)].map(quoteForShell).join(' ')
      return `Write -- before the command that it runs: rental-sim ${line}`
    }
    case 'commander.unknownOption':
      return value === '--frozen' ? 'Write --clock frozen.' : await whereOptionIs(value, io, commands)
    default:
      return undefined
  }
}

/** For `--fixture default mine.yaml`. */
function tooManyValues(args: readonly string[]): string | undefined {
  const at = args.findIndex(
    (word, index) => word.startsWith('--') && !isOption(args[index + 1]) && !isOption(args[index + 2]),
  )
  const [option = '', first = '', second = ''] = args.slice(at, at + 3)
  if (at === -1) return undefined
  return LISTS.has(option)
    ? `Write commas between several values: ${option} ${first},${second}`
    : `${option} takes one value; "${second}" is one too many`
}

/** For an option of another command, such as `exec --watch`. */
async function whereOptionIs(flag: string, io: CommandIo, commands: Commands): Promise<string | undefined> {
  const [named = ''] = io.args
  const owners: string[] = []
  for (const [name, load] of commands) {
    const { options } = await load(io)
    if (name !== named && options.some(({ long, short }) => long === flag || short === flag)) owners.push(name)
  }
  const [owner] = owners
  return owner === undefined ? undefined : `${flag} is an option of ${owners.join(', ')}: rental-sim ${owner} ${flag}`
}

/** Warns of options of the simulator after the command that it runs, which the command gets; after `--` they are meant so. */
export function warnOfLateOptions(command: Command, words: readonly string[], { args, stderr }: CommandIo): void {
  if (args.includes('--') && args.indexOf('--') <= args.length - words.length) return
  const own = new Set(command.options.flatMap(({ long }) => long ?? []))
  const late = words.find((word) => own.has(word.split('=')[0] ?? ''))
  if (late === undefined) return
  const [option = ''] = late.split('=')
  const name = command.name()
  stderr.write(
    `rental-sim: ${option} stands after the command, which gets it, and the simulator does not: write rental-sim ${name} ${option} … -- ${words[0]}\n`,
  )
}
