import type { Answer, Question } from './ask.ts'
import { ask } from './ask.ts'
import type { Command, Contender } from './contender.ts'
import { type Inputs, newFolder } from './inputs.ts'
import { type Figures, load, SAME_LENGTH } from './load.ts'
import { peersOf } from './peers.ts'
import { play } from './play.ts'
import { freePort, type Server, startServer } from './process.ts'
import type { Settings } from './section.ts'
import { alternate } from './statistics.ts'

const CONNECTIONS = 32
const BYTES_PER_LOG_LINE = 40

export class ContenderError extends Error {
  override readonly name = 'ContenderError'
  readonly contender: Contender

  constructor(contender: Contender, cause: unknown) {
    super(`${contender.name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.contender = contender
  }
}

/** A server and what is asked of it. */
export interface Side {
  readonly contender: Contender
  /** Asked in turn. */
  readonly questions: readonly Question[]
  /** Asked once, when it has started. */
  readonly before?: readonly Question[]
  readonly connections?: number
  /** The share of answers that a fault refuses. */
  readonly refused?: number
  /** Whether it writes a line of its log for each exchange. */
  readonly logs?: boolean
  /** For a server whose answers are its own; all others are compared with those of the other side. */
  readonly right?: (answer: Answer) => boolean
}

const anyAnswer: Question = { method: 'GET', path: '/' }

/** Starts a contender and ends it when the measurement is over. */
export async function withServer<T>(
  { contender, questions, right }: Side,
  inputs: Inputs,
  measure: (server: Server) => Promise<T>,
  changed: (command: Command) => Command = (command) => command,
): Promise<T> {
  try {
    const peer = await peersOf(contender.packages ?? [])
    const port = await freePort()
    const command = changed(await contender.command({ port, folder: newFolder(), inputs, peer }))
    const [first = anyAnswer] = questions
    const server = await startServer(command, port, right ? first : anyAnswer, right ?? (() => true))
    try {
      return await measure(server)
    } finally {
      await server.stop()
    }
  } catch (error) {
    throw error instanceof ContenderError ? error : new ContenderError(contender, error)
  }
}

/** Asks everything once, each by the answer to the one before, and gives the mean size of a body. */
async function rehearse(url: string, { questions, before = [], refused }: Side): Promise<number> {
  for (const asked of [before, questions]) {
    if (asked.length === 0) continue
    const seen = await play(url, { questions: asked, connections: 1, requests: asked.length })
    if (seen.errors > 0) throw new Error('a connection broke before the load')
    if (seen.wrong !== undefined && refused === undefined) throw new Error(`answered wrongly: ${seen.wrong}`)
    if (asked === questions) return seen.bodyBytes / seen.requests
  }
  return 0
}

export type Measured = Figures & { readonly residentBytes: number; readonly bodyBytes: number }

/** One load of a server. */
type Window = () => Promise<Measured>

/** A fresh process that is warmed up, then loaded as often as wanted. */
async function withLoaded<T>(
  side: Side,
  inputs: Inputs,
  { seconds, turns, warmUpSeconds }: Settings,
  measure: (window: Window) => Promise<T>,
): Promise<T> {
  return withServer(side, inputs, async (server) => {
    const { contender, questions, right, refused, connections = CONNECTIONS } = side
    const bodyBytes = await rehearse(server.url, side)
    const work = { questions, connections, bodyBytes: bodyBytes * (1 - (refused ?? 0)), refused }
    let answered = warmUpSeconds === 0 ? 0 : (await load(server, { ...work, seconds: warmUpSeconds })).requests
    const measured = await measure(async () => {
      const figures = await load(server, { ...work, seconds, turns })
      answered += figures.requests
      return { ...figures, residentBytes: server.residentBytes(), bodyBytes }
    })
    if (side.logs && server.writtenBytes() < answered * BYTES_PER_LOG_LINE) {
      throw new Error(`logged ${server.writtenBytes()} bytes of ${answered} exchanges`)
    }
    const [only, ...more] = questions
    // A reset forgets how many requests there were.
    if (only !== undefined && more.length === 0) {
      const after = await ask(server.url, only)
      if (right && !right(after)) throw new Error(`answered wrongly after the load: ${after.status}`)
      const recorded = contender.recorded?.(after.headers)
      if (recorded !== undefined && !(recorded > answered)) {
        throw new Error(`recorded ${recorded} exchanges, but answered ${answered}`)
      }
    }
    return measured
  })
}

/** What did its work once need not show that again. */
const shown = new WeakMap<Side, Measured>()

async function loadedOnce(side: Side, inputs: Inputs, settings: Settings): Promise<Measured> {
  const measured = shown.get(side) ?? (await withLoaded(side, inputs, settings, (window) => window()))
  shown.set(side, measured)
  return measured
}

const onceEach: typeof besideEachOther = async (ours, theirs, inputs, settings) => [
  { ours: await loadedOnce(ours, inputs, settings), theirs: await loadedOnce(theirs, inputs, settings) },
]

export interface Round {
  readonly ours: Measured
  readonly theirs: Measured
}

/** Both servers run at once and are loaded in turn, so that what else the machine does meets both. */
const besideEachOther = (ours: Side, theirs: Side, inputs: Inputs, settings: Settings): Promise<readonly Round[]> =>
  withLoaded(ours, inputs, settings, (own) =>
    withLoaded(theirs, inputs, settings, (other) => alternate(settings.windows, own, other)),
  )

/** One side against the other, in turn. */
export async function duel(ours: Side, theirs: Side, inputs: Inputs, settings: Settings): Promise<readonly Round[]> {
  const measure = settings.quick ? onceEach : besideEachOther
  const rounds: Round[] = []
  for (let round = 0; round < settings.rounds; round += 1)
    rounds.push(...(await measure(ours, theirs, inputs, settings)))
  for (const { ours: mine, theirs: other } of rounds) {
    const ratio = mine.bodyBytes / other.bodyBytes
    if (theirs.right === undefined && (ratio < SAME_LENGTH || ratio > 1 / SAME_LENGTH)) {
      const sizes = `${Math.round(other.bodyBytes)} bytes where the other has ${Math.round(mine.bodyBytes)}`
      throw new ContenderError(theirs.contender, new Error(`answers another thing: ${sizes}`))
    }
  }
  return rounds
}

/** The cold start of one side against the other's, in turn. */
export const startDuel = (ours: Side, theirs: Side, inputs: Inputs, rounds: number) =>
  alternate(
    rounds,
    () => withServer(ours, inputs, async ({ startMs }) => startMs),
    () => withServer(theirs, inputs, async ({ startMs }) => startMs),
  )
