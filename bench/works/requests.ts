import type { Contender, HttpWork } from '../contender.ts'
import { quiet, simulator } from '../contenders/rental-sim.ts'
import { duel, type Measured, type Side } from '../duel.ts'
import { rivals } from '../contenders/all.ts'
import type { Inputs } from '../inputs.ts'
import { number, spreadOf } from '../markdown.ts'
import { creations } from '../questions.ts'
import { sideOf } from '../right-answers.ts'
import { eachRival } from '../rivals.ts'
import type { Goal, Section, Settings } from '../section.ts'
import { median } from '../statistics.ts'
import { cells, columns, ratiosOf } from './compared.ts'

const frozen = simulator({ options: ['--log', 'silent', '--clock', 'frozen'] })

interface Wanted {
  readonly work: HttpWork
  readonly title: string
  readonly about: string
  /** How many times a rival's requests a second, by its name. */
  readonly atLeast: Readonly<Record<string, number>>
}

/** At least so many times each peer that comes from npm. */
const peers = (times: number): Wanted['atLeast'] =>
  Object.fromEntries(rivals.flatMap(({ name, packages }) => (packages === undefined ? [] : [[name, times]])))

const wanted = (inputs: Inputs): readonly Wanted[] => {
  const size = `${number(Buffer.byteLength(inputs.list))} bytes`
  return [
    {
      work: 'list',
      title: 'GET /api/v0/instances/, frozen clock',
      about: `20 instances, ${size}, 32 connections.`,
      atLeast: { 'raw node:http': 0.5, ...peers(5) },
    },
    {
      work: 'list-real',
      title: 'GET /api/v0/instances/, real clock',
      about: `The same while the clock runs: fields that follow it differ in each answer. The others send what the frozen clock showed.`,
      atLeast: { 'raw node:http': 0.5 },
    },
    {
      work: 'post',
      title: 'POST /api/v0/template/',
      about: `32 connections; a reset after each thousand, because rows are bounded. Prepared answers of mock servers create nothing.`,
      atLeast: { 'raw node:http': 0.35, ...peers(5) },
    },
  ]
}

const head = ['Server', ...columns, 'rental-sim does … times its requests/s', '… by CPU', 'What it does']

async function section({ work, title, about, atLeast }: Wanted, inputs: Inputs, settings: Settings): Promise<Section> {
  const rows: string[][] = []
  const goals: Goal[] = []
  const own: Measured[] = []
  const ours: Side = {
    ...sideOf(work, work === 'list' ? frozen : quiet, inputs),
    // Peers that create nothing, or keep nothing, need no fresh world.
    ...(work === 'post' && { questions: creations }),
  }
  const failures = await eachRival(work, settings, async (rival: Contender) => {
    const rounds = await duel(ours, sideOf(work, rival, inputs), inputs, settings)
    own.push(...rounds.map((round) => round.ours))
    const { ratios, byCpu } = ratiosOf(rounds)
    rows.push([
      rival.name,
      ...cells(rounds.map((round) => round.theirs)),
      spreadOf(ratios),
      spreadOf(byCpu),
      rival.does,
    ])
    const least = atLeast[rival.name]
    if (least === undefined) return
    goals.push({
      text: `at least ${number(least, 2)} times ${rival.name}`,
      measured: `${spreadOf(ratios)}; by CPU ${spreadOf(byCpu)}`,
      met: median(ratios) >= least,
    })
  })
  if (own.length > 0) rows.unshift([quiet.name, ...cells(own), '', '', quiet.does])
  return { title, about, tables: [{ head, rows }], goals, ...failures }
}

export async function requests(works: readonly HttpWork[], inputs: Inputs, settings: Settings) {
  const sections: Section[] = []
  for (const want of wanted(inputs).filter(({ work }) => works.includes(work))) {
    console.error(want.title)
    sections.push(await section(want, inputs, settings))
  }
  return sections
}
