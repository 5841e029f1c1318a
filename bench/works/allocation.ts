import { readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { probed, quiet, simulator } from '../contenders/rental-sim.ts'
import { ContenderError, rehearse, type Side, withServer } from '../duel.ts'
import type { Inputs } from '../inputs.ts'
import { number } from '../markdown.ts'
import { play } from '../play.ts'
import { creations, groupUpdate, listing } from '../questions.ts'
import type { Goal, Section, Settings } from '../section.ts'

const FILE = 'bench/allocation.json'
const AT_MOST = 1.1
const WARM_UP_REQUESTS = 6000
const CONNECTIONS = 8
const REQUESTS = 2000
/** Code is optimised after so many calls, not when a thread of a busy machine has found the time. */
const FLAGS = ['--single-threaded', '--min-semi-space-size=64', '--max-semi-space-size=64']

/** While the clock runs, how often a listing is made anew depends on how many are asked for at one instant. */
const FROZEN = ['--clock', 'frozen']

const sides: Readonly<Record<string, Side>> = {
  listing: { contender: simulator({ options: [...FROZEN, '--log', 'silent'] }), questions: [listing] },
  'listing, default log': { contender: simulator({ options: FROZEN }), questions: [listing] },
  creation: { contender: quiet, questions: creations },
  'group update': { contender: quiet, questions: [groupUpdate] },
  refusal: { contender: quiet, questions: [{ ...listing, key: 'nobody', status: 401 }] },
}

/** The bytes of heap that one request of a warm server takes. */
const allocated = (side: Side, inputs: Inputs): Promise<number> =>
  withServer(
    side,
    inputs,
    async (server) => {
      await rehearse(server.url, side)
      const asked = { questions: side.questions, connections: CONNECTIONS }
      await play(server.url, { ...asked, requests: WARM_UP_REQUESTS })
      await server.allocatedBytes()
      await play(server.url, { ...asked, requests: REQUESTS })
      return (await server.allocatedBytes()) / REQUESTS
    },
    (command) => probed(command, ...FLAGS),
  )

type Kept = Readonly<Record<string, Readonly<Record<string, number>>>>

/** What requests allocate is the same on a busy machine, so a regression shows where times are noise. */
export async function allocation(inputs: Inputs, { keep }: Settings): Promise<Section> {
  console.error('Allocation')
  const [major = ''] = process.versions.node.split('.')
  const kept: Kept = JSON.parse(readFileSync(FILE, 'utf8'))
  const before = kept[major]
  const now: Record<string, number> = {}
  const goals: Goal[] = []
  const broken: string[] = []
  for (const [name, side] of Object.entries(sides)) {
    try {
      const bytes = Math.round(await allocated(side, inputs))
      now[name] = bytes
      const known = before?.[name]
      if (known === undefined || keep) continue
      const measured = `${number(bytes)}, ${number(bytes / known, 2)} times ${number(known)}`
      const met = bytes <= known * AT_MOST
      goals.push({ text: `${name}: at most ${number(AT_MOST, 2)} times the kept figure`, measured, met })
      if (!met)
        broken.push(`${name} allocates ${measured}; where that is wanted: npm run bench -- --only allocation --keep`)
    } catch (error) {
      if (!(error instanceof ContenderError)) throw error
      broken.push(`${name}: ${error.message}`)
    }
  }
  if (keep) writeFileSync(FILE, `${JSON.stringify({ ...kept, [major]: now }, null, 2)}\n`)
  return {
    title: 'Allocation',
    about: `Bytes of heap for each request of a warm server, ${CONNECTIONS} connections, against those in ${FILE}. ${before === undefined ? `It has none for Node ${major}.` : ''}`,
    tables: [{ head: ['Request', 'bytes'], rows: Object.entries(now).map(([name, bytes]) => [name, number(bytes)]) }],
    goals,
    unmeasured: [],
    broken,
  }
}
