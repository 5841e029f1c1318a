import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { ask } from './ask.ts'
import { rentalSimCommand } from './contenders/rental-sim.ts'
import { type Inputs, listFixture, template, writeJson } from './inputs.ts'
import { loadTool } from './load.ts'
import { page } from './markdown.ts'
import { freePort, pinning, startServer } from './process.ts'
import type { Section, Settings } from './section.ts'
import { memory } from './works/memory.ts'
import { requests } from './works/requests.ts'
import { sandboxes } from './works/sandboxes.ts'
import { search } from './works/search.ts'
import { start } from './works/start.ts'

const works = {
  list: (inputs: Inputs, settings: Settings) => requests(['list', 'list-real'], inputs, settings),
  post: (inputs: Inputs, settings: Settings) => requests(['post'], inputs, settings),
  search: (_: Inputs, settings: Settings) => search(settings),
  start,
  sandboxes: (_: Inputs, settings: Settings) => sandboxes(settings),
  memory,
}
type Name = keyof typeof works
const isName = (name: string): name is Name => name in works

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    against: { type: 'string', default: '' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    out: { type: 'string' },
  },
})
const { quick } = values
const names = values.only?.split(',') ?? Object.keys(works)
const chosen = names.filter(isName)
if (chosen.length < names.length) throw new Error(`--only takes ${Object.keys(works).join(', ')}`)
const settings: Settings = {
  quick,
  rounds: Number(values.rounds ?? (quick ? 1 : 7)),
  seconds: Number(values.seconds ?? (quick ? 1 : 4)),
  warmUpSeconds: quick ? 1 : 2,
  against: values.against.split(',').filter((name) => name !== ''),
}

/** What every contender is to answer, taken from the simulator itself. */
async function prepare(): Promise<Inputs> {
  const fixtureFile = writeJson('fixture.json', listFixture)
  const port = await freePort()
  const command = rentalSimCommand(port, '--fixture', fixtureFile, '--clock', 'frozen')
  const question = { method: 'GET', path: '/api/v0/instances/' } as const
  const server = await startServer(command, port, question, ({ status }) => status === 200)
  const list = (await ask(server.url, question)).body
  const created = (await ask(server.url, { method: 'POST', path: '/api/v0/template/', json: template })).body
  await server.stop()
  return {
    list,
    created,
    fixtureFile,
    listFile: writeJson('list.json', JSON.parse(list)),
  }
}

function about(): string {
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
  const [cpu] = cpus()
  return [
    `Made by \`npm run bench\` at ${commit} on ${new Date().toISOString().slice(0, 10)}: Node ${process.version}, ${cpus().length} cores of ${cpu?.model ?? 'an unknown kind'}, ${loadTool}, ${pinning}.`,
    `Each measurement starts a process of its own, warms it up for ${settings.warmUpSeconds} s, and loads it for ${settings.seconds} s; the simulator and the other take turns (rounds: ${settings.rounds}). Figures are medians, in parentheses the least and the greatest. The simulator does everything (key, rules, headers, journal), only its rate limit is off. Every answer is checked before the load; one error during it fails the measurement. Where less than the whole core is used, the load tool or another program was the limit, and the comparison by CPU says more.`,
  ].join('\n\n')
}

const inputs = await prepare()
const sections: Section[] = []
for (const name of chosen) sections.push(...(await works[name](inputs, settings)))
const written = page(about(), sections)
const out = values.out ?? (quick || values.only !== undefined || values.against !== '' ? undefined : 'bench/RESULTS.md')
if (out === undefined) process.stdout.write(written)
else {
  mkdirSync(dirname(out), { recursive: true })
  writeFileSync(out, written)
}
const broken = sections.flatMap((section) => section.broken)
if (broken.length > 0) console.error(`${broken.length} of the works could not be done`)
process.exitCode = broken.length > 0 ? 1 : 0
