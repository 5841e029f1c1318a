import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { fixture, KEY } from './fixture.ts'
import { type Answer, load } from './load.ts'
import { peers } from './peers.ts'
import { listingWork, type Work, works } from './requests.ts'
import { type Command, type Server, startServer } from './server.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: 'start,requests,peers,memory,sweep' },
    folder: { type: 'string', default: '.' },
    out: { type: 'string' },
  },
})
const { quick } = values
const folder = resolve(values.folder)
const ROUNDS = quick ? 1 : 7
const REQUESTS = quick ? 50 : 2000

const work = mkdtempSync(join(tmpdir(), 'rental-sim-bench-'))
process.on('exit', () => rmSync(work, { recursive: true, force: true }))
const file = (name: string, value: unknown): string => {
  writeFileSync(join(work, name), JSON.stringify(value))
  return join(work, name)
}

const fixtureFile = file('fixture.json', fixture)
const command = join(folder, 'dist/cli.cjs')
const shipped: Command = (port) => [process.execPath, command, '--port', String(port), '--no-config']
const simulator =
  (clock: 'real' | 'frozen' = 'frozen'): Command =>
  (port) => [...shipped(port), '--no-rate-limit', '--log', 'silent', '--fixture', fixtureFile, '--clock', clock]

const median = (of: readonly number[]): number => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? NaN
const spread = (of: readonly number[], digits = 2): string =>
  `${median(of).toFixed(digits)} (${Math.min(...of).toFixed(digits)} to ${Math.max(...of).toFixed(digits)})`

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map((_, at) => (at === 0 ? '---' : '--:')), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

async function withServer<T>(
  command: Command,
  path: string | undefined,
  use: (server: Server) => Promise<T>,
): Promise<T> {
  const server = await startServer(command, path)
  try {
    return await use(server)
  } finally {
    await server.stop()
  }
}

/** A bare server that sends the bytes of an answer. */
function bare({ head, body }: Answer): Command {
  const lines = head
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(/: (.*)/s, 2))
  const headers = Object.fromEntries(lines.filter(([name = '']) => !/^(connection|keep-alive)$/i.test(name)))
  const answer = file('answer.json', { headers, body })
  return (port) => [process.execPath, resolve('bench/bare.js'), String(port), answer]
}

interface Costs {
  readonly ours: readonly number[]
  readonly theirs: readonly number[]
}

/** CPU time of two servers for each request, in microseconds, measured in turn after a warm-up. */
async function compareCosts(ours: Server, theirs: Server, { request }: Work, theirPath?: string): Promise<Costs> {
  let first = 1
  const theirRequest = (at: number) => ({ ...request(at), ...(theirPath !== undefined && { path: theirPath }) })
  const costOf = async (server: Server, ask = request): Promise<number> => {
    const before = server.cpuMicroseconds()
    await load(server.port, ask, { first, count: REQUESTS })
    first += REQUESTS
    return (server.cpuMicroseconds() - before) / REQUESTS
  }
  const costs: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] }
  await costOf(ours)
  await costOf(theirs, theirRequest)
  for (let round = 0; round < ROUNDS; round += 1) {
    costs.ours.push(await costOf(ours))
    costs.theirs.push(await costOf(theirs, theirRequest))
  }
  return costs
}

const speeds = ({ ours, theirs }: Costs): readonly number[] => theirs.map((cost, at) => cost / (ours[at] ?? NaN))

async function requests(): Promise<string> {
  const rows = []
  for (const each of works) {
    console.error(each.name)
    const costs = await withServer(simulator(each.clock), undefined, async (ours) => {
      const answer = await load(ours.port, each.request, { count: 1 })
      return withServer(bare(answer), undefined, (theirs) => compareCosts(ours, theirs, each))
    })
    const ratios = speeds(costs)
    const isMet = median(ratios) >= each.floor
    rows.push([
      each.name,
      median(costs.ours).toFixed(0),
      median(costs.theirs).toFixed(0),
      spread(ratios),
      `${each.floor} ${isMet ? '' : 'not '}met`,
    ])
  }
  const about =
    'CPU time of the process for each request, beside a bare node:http server that sends the same bytes (and reads a body as JSON); 1.0 would be as fast as it.'
  return `## Requests\n\n${about}\n\n${table(['Request', 'µs', 'bare server, µs', 'speed', 'floor'], rows)}`
}

async function comparePeers(): Promise<string> {
  const rows = []
  for (const peer of peers) {
    console.error(peer.name)
    const costs = await withServer(simulator(), undefined, async (ours) => {
      const answer = await load(ours.port, listingWork.request, { count: 1 })
      return withServer(peer.command(answer, work), peer.listPath, (theirs) =>
        compareCosts(ours, theirs, listingWork, peer.listPath),
      )
    })
    rows.push([peer.name, peer.does, median(costs.theirs).toFixed(0), spread(speeds(costs), 1)])
  }
  const about = 'The listing of 20 instances as other tools answer it, by CPU time for each request.'
  return `## Peers\n\n${about}\n\n${table(['Peer', 'answers with', 'µs', 'rental-sim is so many times as fast'], rows)}`
}

const inProcess = `
const { createSimulator } = await import(${JSON.stringify(pathToFileURL(join(folder, 'dist/lib/index.js')).href)})
const answer = async () => {
  const response = await createSimulator().fetch('/api/v0/instances/', { headers: { Authorization: 'Bearer ${KEY}' } })
  if (response.status !== 200) throw new Error('answered ' + response.status)
  await response.text()
}
await answer()
const before = performance.now()
await answer()
console.log(performance.now() - before)
process.exit()`

function runNode(...args: readonly string[]): { readonly ms: number; readonly output: string } {
  const before = performance.now()
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return { ms: performance.now() - before, output: stdout }
}

async function start(): Promise<string> {
  console.error('start')
  const [imports, commands, seconds]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < (quick ? 1 : 3 * ROUNDS); round += 1) {
    const empty = runNode('--eval', '0').ms
    const first = runNode('--input-type=module', '--eval', inProcess)
    imports.push(first.ms / empty)
    seconds.push(Number(first.output))
    commands.push(await withServer(shipped, undefined, async ({ startMs }) => startMs / empty))
  }
  const rows = [
    ['import to first answer, in starts of an empty Node', spread(imports), '2.0'],
    ['command to first answer, in starts of an empty Node', spread(commands), '2.8'],
    ['a second simulator with its first answer, ms', spread(seconds, 1), '3'],
  ]
  return `## Start\n\n${table(['', 'measured', 'at most'], rows)}`
}

async function memory(): Promise<string> {
  console.error('memory')
  const sandboxes = quick ? 20 : 2000
  const story = works.filter(({ clock, name }) => clock === undefined && !name.startsWith('rent'))
  const rows = await withServer(simulator(), undefined, async ({ port, residentMib }) => {
    const measured = [['0', residentMib().toFixed(0)]]
    for (let round = 1; round <= 5; round += 1) {
      const first = (round - 1) * sandboxes * 10
      const inSandbox = (at: number) => {
        const { request } = story[at % story.length] ?? listingWork
        return { ...request(at), path: `/~s-${Math.floor(at / 10)}${request(at).path}` }
      }
      await load(port, inSandbox, { first, count: sandboxes * 10 })
      await fetch(`http://127.0.0.1:${port}/_sim/sandboxes`, { method: 'DELETE' })
      measured.push([`${round * sandboxes * 10}`, residentMib().toFixed(0)])
    }
    return measured
  })
  const about = `${sandboxes} sandboxes with ten requests each, then all dropped, five times.`
  return `## Memory\n\n${about}\n\n${table(['requests', 'resident MiB'], rows)}`
}

const sweepOfOneCall = `
const { sweep } = await import(${JSON.stringify(pathToFileURL(join(folder, 'dist/lib/sweep.js')).href)})
const list = async ({ url }) => {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      const response = await fetch(url + '/api/v0/instances/', { headers: { Authorization: 'Bearer ${KEY}' } })
      if (response.ok) return await response.json()
    } catch {}
  }
}
const before = process.cpuUsage()
const { trials } = await sweep(list, { simulator: { clock: 'frozen' } })
const { user, system } = process.cpuUsage(before)
console.log((user + system) / 1000 / trials.length, trials.length)
process.exit()`

function sweepTrial(): string {
  console.error('sweep')
  const runs = Array.from({ length: quick ? 1 : ROUNDS }, () =>
    runNode('--input-type=module', '--eval', sweepOfOneCall),
  )
  const [ms, [trials]] = [
    runs.map(({ output }) => Number(output.split(' ')[0])),
    runs.map(({ output }) => output.trim().split(' ')[1]),
  ]
  return `## Sweep\n\nA function with one call, ${trials} trials: ${spread(ms, 1)} ms of CPU time for each trial.`
}

const measurements: Readonly<Record<string, () => string | Promise<string>>> = {
  start,
  requests,
  peers: comparePeers,
  memory,
  sweep: sweepTrial,
}

const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
const sections = [
  `# Speed and memory\n\nMade by \`npm run bench\` at ${commit} on ${new Date().toISOString().slice(0, 10)}: Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model}). The simulator does all of its work (key, rules, headers, journal), except that its rate limit is off and its log silent. Servers are measured in turn, ${ROUNDS} times ${REQUESTS} requests; figures are medians, with the least and the greatest in parentheses.`,
]
for (const name of values.only.split(',')) {
  const measure = measurements[name]
  if (measure === undefined) throw new Error(`--only takes ${Object.keys(measurements).join(', ')}`)
  // Peers come from a registry: a quick run needs none.
  if (!(quick && name === 'peers')) sections.push(await measure())
}
const page = `${sections.join('\n\n')}\n`
if (values.out === undefined) process.stdout.write(page)
else writeFileSync(values.out, page)
