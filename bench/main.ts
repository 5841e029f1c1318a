import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { ask, type Question } from './ask.ts'
import { simulatorCommand } from './contenders/rental-sim.ts'
import { fixture, type Inputs, type Ready, writeJson } from './inputs.ts'
import { loadTool } from './load.ts'
import { page } from './markdown.ts'
import { freePort, pin, pinning, startServer } from './process.ts'
import { clouds, creation, health, listing, templates, tenVolumes } from './questions.ts'
import type { Section, Settings } from './section.ts'
import { refusals, writes } from './works/bare.ts'
import { builds } from './works/builds.ts'
import { compared } from './works/compared.ts'
import { library } from './works/library.ts'
import { memory } from './works/memory.ts'
import { modes } from './works/modes.ts'
import { requests } from './works/requests.ts'
import { start } from './works/start.ts'

const works: Readonly<Record<string, (inputs: Inputs, settings: Settings) => Promise<readonly Section[]>>> = {
  list: (inputs, settings) => requests(['list', 'list-real'], inputs, settings),
  post: (inputs, settings) => requests(['post'], inputs, settings),
  modes: async (...of) => [await compared(modes, ...of)],
  writes: async (...of) => [await compared(writes, ...of)],
  refusals: async (...of) => [await compared(refusals, ...of)],
  start,
  library: async (_, settings) => [await library('.', settings)],
  memory: async (...of) => [await memory(...of)],
}
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    rivals: { type: 'string', default: '' },
    against: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    out: { type: 'string' },
  },
})
const { quick, against } = values
const names = values.only?.split(',') ?? Object.keys(works)
const chosen: readonly (typeof works)[string][] =
  against === undefined
    ? names.flatMap((name) => works[name] ?? [])
    : [async (...of) => [await compared(builds(against), ...of)]]
if (against === undefined && chosen.length < names.length)
  throw new Error(`--only takes ${Object.keys(works).join(', ')}`)
const settings: Settings = {
  quick,
  rounds: Number(values.rounds ?? (quick ? 1 : 7)),
  windows: quick ? 1 : 4,
  seconds: Number(values.seconds ?? (quick ? Infinity : 1)),
  turns: quick ? 32 : Infinity,
  warmUpSeconds: quick ? 0 : 4,
  rivals: values.rivals.split(',').filter((name) => name !== ''),
}

/** What every contender is to answer, taken from the simulator itself. */
async function prepare(): Promise<Inputs> {
  const fixtureFile = writeJson('fixture.json', fixture)
  const port = await freePort()
  const command = simulatorCommand('.', port, '--fixture', fixtureFile, '--clock', 'frozen', '--log', 'silent')
  const server = await startServer(command, port, health, ({ status }) => status === 200)
  const bodyOf = async (question: Question): Promise<string> => (await ask(server.url, question)).body
  const ready: Ready = {
    list: await bodyOf(listing),
    clouds: await bodyOf(clouds),
    volumes: await bodyOf(tenVolumes),
    templates: await bodyOf(templates()),
  }
  const created = await bodyOf(creation)
  await server.stop()
  return {
    list: ready.list,
    created,
    fixtureFile,
    listFile: writeJson('list.json', JSON.parse(ready.list)),
    readyFile: writeJson('ready.json', ready),
  }
}

/** How a comparison goes. */
const course = (): string =>
  quick
    ? `Each server is started once, and loaded with ${settings.turns} requests of each connection.`
    : `Of what is compared, both servers run at once, so that whatever else the machine does meets both. Each is warmed up for ${settings.warmUpSeconds} s, because V8 compiles while a server answers; then they are loaded in turn, ${settings.windows} times for ${settings.seconds} s each, and a ratio is that of two loads beside each other. Then all begins anew with new processes (rounds: ${settings.rounds}).`

function about(): string {
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
  const [cpu] = cpus()
  return [
    `Made by \`npm run bench\` at ${commit} on ${new Date().toISOString().slice(0, 10)}: Node ${process.version}, ${cpus().length} cores of ${cpu?.model ?? 'an unknown kind'}, ${loadTool}, ${pinning()}.`,
    `${course()} Figures are medians, in parentheses the least and the greatest. The simulator does everything (key, rules, headers, journal), only its rate limit is off, and its log where a work does not name it. Every answer is checked before the load; one error during it fails the measurement. Where less than the whole core is used, the load tool or another program was the limit, and the comparison by CPU says more.`,
  ].join('\n\n')
}

/** One work after the other; two at a time where nothing is compared that would suffer from it. */
async function worked(inputs: Inputs): Promise<readonly Section[]> {
  const sections: (readonly Section[])[] = []
  const left = chosen.entries()
  const next = async (): Promise<void> => {
    for (const [at, work] of left) sections[at] = await work(inputs, settings)
  }
  await Promise.all(quick ? [next(), next()] : [next()])
  return sections.flat()
}

// Measurements do not share a core with their load; where two works go at once, every core serves both.
if (!quick) pin()
const sections = await worked(await prepare())
const written = page(about(), sections)
const out =
  values.out ??
  (quick || values.only !== undefined || values.rivals !== '' || against !== undefined ? undefined : 'bench/RESULTS.md')
if (out === undefined) process.stdout.write(written)
else {
  mkdirSync(dirname(out), { recursive: true })
  writeFileSync(out, written)
}
const broken = sections.flatMap((section) => section.broken)
if (broken.length > 0) console.error(`${broken.length} of the works could not be done`)
process.exitCode = broken.length > 0 ? 1 : 0
