import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Command } from 'commander'
import { fieldOf } from '../kernel/object.ts'
import { printableLines } from '../kernel/printable.ts'
import { healthProblem } from '../node/client/health-problem.ts'
import { isConfigOff } from '../node/files/config-files.ts'
import { CONFIG_NAMES, configText, findConfig, LIBRARY, unreadConfigs } from '../node/files/find-config.ts'
import { unreadFiles } from '../node/files/library-places.ts'
import { installedPackages, isInRange, nodeVersion } from '../node/files/packages.ts'
import { readConfig } from '../node/files/read-config.ts'
import { attempt, type PlacedProblem, problemLine } from '../testing/fixtures/problem.ts'
import { peerDependencies, version } from '../version.ts'
import { serveOptions } from './from-config.ts'
import { serveCommand } from './serve.ts'
import { checkFiles, filesOf, unknownNames } from './files.ts'
import type { CommandIo, Environment } from './io.ts'
import { IoCommand } from './io-command.ts'
import { mistypedIn } from './variables.ts'

/** What was looked at; where something is wrong, what to do about it. */
interface Finding {
  readonly what: string
  readonly advice?: string
}

/** `rental-sim doctor`: what a simulator that is started here would be made of, and what would be in its way. */
export function doctorCommand(io: CommandIo): Command {
  return new IoCommand('doctor', io)
    .description('Checks this project: config, versions, port, proxy. Exits 1 when something is wrong.')
    .action(async () => {
      const findings = [
        ...copies(),
        ...config(io),
        ...variablesIn(io.env),
        await port(io),
        ...proxy(io.env),
        ...Object.entries(peerDependencies).map(peer),
      ]
      for (const { what, advice } of findings) {
        io.stdout.write(printableLines(`${advice === undefined ? 'fine ' : 'wrong'}  ${what}\n`))
        if (advice !== undefined) io.stdout.write(`       ${advice}\n`)
      }
      const wrong = findings.filter(({ advice }) => advice !== undefined).length
      io.stdout.write(
        wrong === 0 ? 'nothing is wrong\n' : `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong\n`,
      )
      if (wrong > 0) io.exitCode = 1
    })
}

function copies(): readonly Finding[] {
  const found = installedPackages('rental-sim').map(({ folder, version: other }) =>
    other === version
      ? { what: `${folder} is the same version` }
      : {
          what: `${folder} is ${other}, this command ${version}: tests and command would differ`,
          advice: `npm install --save-dev rental-sim@${version}, and npx --no-install rental-sim`,
        },
  )
  const none = { what: 'no rental-sim is installed here: that is needed for createSimulator(), not for the command' }
  return [{ what: `rental-sim ${version} on Node ${nodeVersion}` }, ...(found.length === 0 ? [none] : found)]
}

function config(io: CommandIo): readonly Finding[] {
  const unread = [
    ...unreadConfigs().map((file) => ({ what: `${file} is not read`, advice: CONFIG_NAMES })),
    ...(existsSync(LIBRARY) ? unreadFiles(LIBRARY) : []).map((problem) => ({
      what: problemLine(problem),
      advice: 'rental-sim validate lists all problems',
    })),
  ]
  if (isConfigOff(io.env)) return [...unread, { what: 'config: left alone' }]
  const found = findConfig()
  if (found === undefined) return [...unread, { what: 'config: none, so everything is as shipped' }]
  const { problems, result } = attempt(() => {
    const read = readConfig(found)
    serveOptions(serveCommand(io), read)
    const { options } = read
    const chosen = { ...options, fixture: namesIn(options.fixture), scenario: namesIn(options.scenario)?.[0] }
    const missing = unknownNames(chosen)
    const files = filesOf(chosen)
    return {
      files,
      problems: missing.length > 0 ? missing : checkFiles(files, chosen).flatMap((each) => each.problems),
    }
  })
  const all: readonly PlacedProblem[] = [...problems, ...(result?.problems ?? [])]
  const [first] = all
  const text = configText(found)
  if (first === undefined)
    return [...unread, { what: `config: ${text}, fixtures and scenarios: ${result?.files.length}` }]
  return [
    ...unread,
    { what: `config: ${text}: ${problemLine(first)}`, advice: 'rental-sim validate lists all problems' },
  ]
}

const namesIn = (choice: unknown): readonly string[] | undefined =>
  choice === undefined ? undefined : [choice].flat().map(String)

function variablesIn(env: Environment): readonly Finding[] {
  const set = Object.keys(env).filter((name) => name.startsWith('RENTAL_SIM_'))
  return [
    ...(set.length === 0 ? [] : [{ what: `variables: ${set.toSorted().join(', ')}` }]),
    ...mistypedIn(env).map((line) => ({ what: line, advice: 'rename it, or unset it' })),
  ]
}

async function port(io: CommandIo): Promise<Finding> {
  const found = isConfigOff(io.env) ? undefined : findConfig()
  const chosen = found && attempt(() => new Map(serveOptions(serveCommand(io), readConfig(found)))).result?.get('port')
  const number = Number(io.env['RENTAL_SIM_PORT'] ?? chosen ?? 4010)
  const why = await new Promise<unknown>((resolve) => {
    const server = createServer().once('error', resolve)
    server.listen({ port: number, host: '127.0.0.1' }, () => server.close(() => resolve(undefined)))
  })
  if (why === undefined) return { what: `port ${number} is free` }
  if ((await healthProblem(new URL(`http://127.0.0.1:${number}/_sim/health`))) === undefined)
    return { what: `port ${number}: a simulator answers there` }
  return {
    what: `port ${number} cannot be listened on: ${String(fieldOf(why, 'code'))}`,
    advice: '--port 0 takes any free one, --port 4011 another',
  }
}

/** A proxy that is asked for 127.0.0.1 asks itself. Its address may hold a password. */
function proxy(env: Environment): readonly Finding[] {
  const names = Object.keys(env).filter((name) => /^(http|all)_proxy$/i.test(name) && env[name] !== '')
  if (names.length === 0) return []
  const except = (env['no_proxy'] || env['NO_PROXY'] || '').split(',').map((each) => each.trim())
  const what = `proxy: ${names.join(', ')}`
  return except.some((each) => ['127.0.0.1', '*'].includes(each))
    ? [{ what: `${what}, and not for 127.0.0.1` }]
    : [
        {
          what: `${what}, also for requests to 127.0.0.1`,
          advice: 'export NO_PROXY=127.0.0.1,localhost; exec does so for its command',
        },
      ]
}

function peer([name, range]: readonly [name: string, range: string]): Finding {
  const [found] = installedPackages(name)
  if (found === undefined)
    return { what: `${name} is not installed; you need it only for rental-sim/${name.split('/').at(-1)}` }
  const what = `${name} ${found.version}`
  return isInRange(found.version, range)
    ? { what }
    : { what: `${what} is not ${range}`, advice: `npm install --save-dev ${name}@'${range}'` }
}
