import { parseJson } from '../kernel/parse-json.ts'
import { MAX_SEED } from '../kernel/invention.ts'
import { IN_HEADER } from '../kernel/secret.ts'
import { isObject } from '../kernel/object.ts'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { isBasePath, isOrigin } from '../kernel/web-address.ts'
import { configFiles, isConfigOff } from '../node/files/config-files.ts'
import type { CommandIo, Io } from './io.ts'
import type { LogForm } from './log/log.ts'

/** An option that an environment variable can set too. */
export const option = (flags: string, description: string): Option => withVariable(new Option(flags, description))

/** Lets an environment variable set an option: `--journal-size` is RENTAL_SIM_JOURNAL_SIZE. */
export const withVariable = (made: Option): Option =>
  made.env(`RENTAL_SIM_${made.long?.replace(/^--/, '').replaceAll('-', '_').toUpperCase()}`)

const ON = ['1', 'true', 'yes', 'on']
const OFF = ['0', 'false', 'no', 'off']

/** Deletes the variables of switches that say `0` or `false`: Commander takes any text for on. */
export function readSwitches(command: Command, { env }: CommandIo): void {
  for (const { envVar = '', required, optional, flags } of command.options) {
    const text = env[envVar]
    if (required || optional || text === undefined) continue
    const word = text.toLowerCase()
    if (OFF.includes(word)) delete env[envVar]
    else if (!ON.includes(word))
      command.error(
        `error: option '${flags}' value '${text}' from env '${envVar}' is invalid. It is ${ON.join(', ')}, or ${OFF.join(', ')}.`,
      )
  }
}

/** Where a running simulator is: without flag and variable, where the project's config has it listen. */
export function withUrlOption(command: Command, { env }: Io): Command {
  const port = env['RENTAL_SIM_PORT']
  command.addOption(
    option(
      '--url <url>',
      'where the simulator listens; the port is RENTAL_SIM_PORT, else serve.port of the config',
    ).default(`http://127.0.0.1:${port ?? 4010}`),
  )
  return command.hook('preAction', async () => {
    if (port !== undefined || command.getOptionValueSource('url') !== 'default') return
    // To read a config takes the whole simulator: a health check is to load nothing without need.
    if (isConfigOff(env) || configFiles().length === 0) return
    const { readConfig } = await import('../node/files/read-config.ts')
    const { port: chosen } = readConfig({ files: configFiles() }).serve
    if (Number(chosen) > 0) command.setOptionValueWithSource('url', `http://127.0.0.1:${chosen}`, 'config')
  })
}

/** The token for the control API. */
export const tokenOption = (description: string): Option =>
  option('--control-token <text>', description).argParser(tokenText)

/** An option that Pact's own environment variables set too: `--broker-token` is PACT_BROKER_TOKEN. */
export function pactOption(flags: string, description: string): Option {
  const made = new Option(flags, description)
  return made.env(`PACT_${made.long?.replace(/^--/, '').replaceAll('-', '_').toUpperCase()}`)
}

/** A parser that refuses an empty text: to listen on '' would be to listen on every address. */
export function someText(text: string): string {
  if (text !== '') return text
  throw new InvalidArgumentError('It is empty.')
}

/** A parser for a token. An empty one would leave the control API open: a secret that a build does not get is empty. */
export function tokenText(text: string): string {
  if (text === '') throw new InvalidArgumentError('It is empty. Leave it out where there is no token.')
  if (IN_HEADER.test(text)) return text
  throw new InvalidArgumentError('No header carries it: a token is of letters, digits and signs of ASCII.')
}

/** A parser for a seed. */
export function seedText(text: string): string {
  if (text.length <= MAX_SEED) return text
  throw new InvalidArgumentError(`It has more than ${MAX_SEED} characters.`)
}

/** A parser for a JSON array of objects. */
export function jsonObjects(text: string): readonly object[] {
  const value = parseJson(text)
  const entries: readonly unknown[] = Array.isArray(value) ? value : [undefined]
  const objects = entries.filter(isObject)
  if (objects.length === entries.length) return objects
  throw new InvalidArgumentError('It is a JSON array of objects.')
}

/** A parser for whole numbers in a range. */
export const wholeNumber =
  (from: number, to: number) =>
  (text: string): number => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= from && value <= to) return value
    throw new InvalidArgumentError(`It is a whole number from ${from} to ${to}.`)
  }

export const portOption = (byDefault: number, text = '0 takes any free port'): Option =>
  option('--port <number>', text).default(byDefault).argParser(wholeNumber(0, 65_535))

export const timeoutOption = (byDefaultMs: number): Option =>
  option('--timeout <ms>', 'how long an answer may take').default(byDefaultMs).argParser(wholeNumber(1, 600_000))

/** @param stream what the log goes to */
export const logOption = (stream: string, byDefault: LogForm): Option =>
  option('--log <form>', `the format of the log on ${stream}`).choices(['pretty', 'json', 'silent']).default(byDefault)

/** Ports that browsers and the fetch of Node refuse, by the fetch standard. */
const BAD_PORTS = new Set(
  `1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137
  139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720
  1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080`.split(/\s+/),
)

/** A warning, on a line by itself, of a port that most clients refuse; empty for the others. */
export function unreachablePort(url: string): string {
  const { port } = new URL(url)
  return BAD_PORTS.has(port) ? `rental-sim: browsers and fetch refuse port ${port}: choose another one\n` : ''
}

/** A parser for origins of pages. */
export function originList(text: string): readonly string[] {
  const origins = nameList(text)
  const wrong = origins.find((origin) => !isOrigin(origin))
  if (wrong === undefined) return origins
  throw new InvalidArgumentError(`"${wrong}" is not an origin such as https://sim.company.com.`)
}

/** A parser for the path of a proxy. */
export function basePath(text: string): string {
  if (text === '/') return ''
  if (isBasePath(text)) return text.replace(/\/$/, '')
  throw new InvalidArgumentError('It is a path such as /tools/sim, of letters, digits, dots, dashes and underscores.')
}

/** Several names in one option: `--fixture default,mine.yaml`. */
export const nameList = (text: string): readonly string[] => text.split(',').map((name) => name.trim())
