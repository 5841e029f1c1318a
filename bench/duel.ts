import { ask } from './ask.ts'
import type { Contender, HttpWork } from './contender.ts'
import { rentalSim } from './contenders/rental-sim.ts'
import { type Inputs, newFolder } from './inputs.ts'
import { type Figures, load } from './load.ts'
import { peersOf } from './peers.ts'
import { freePort, type Server, startServer } from './process.ts'
import { questionOf, rightAnswer, SAME_LENGTH } from './right-answers.ts'
import type { Settings } from './section.ts'
import { alternate } from './statistics.ts'

const CONNECTIONS = 32

export class ContenderError extends Error {
  override readonly name = 'ContenderError'
  readonly contender: Contender

  constructor(contender: Contender, cause: unknown) {
    super(`${contender.name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.contender = contender
  }
}

/** Starts a contender and ends it when the measurement is over. */
async function withServer<T>(
  contender: Contender,
  work: HttpWork,
  inputs: Inputs,
  measure: (server: Server) => Promise<T>,
): Promise<T> {
  try {
    const peer = await peersOf(contender.packages ?? [])
    const port = await freePort()
    const command = await contender.command({ work, port, folder: newFolder(), inputs, peer })
    const server = await startServer(command, port, questionOf(work, contender), rightAnswer(work, contender, inputs))
    try {
      return await measure(server)
    } finally {
      await server.stop()
    }
  } catch (error) {
    throw new ContenderError(contender, error)
  }
}

export type Measured = Figures & { readonly residentBytes: number }

/** A fresh process, warmed up, then loaded. */
const loaded = (contender: Contender, work: HttpWork, inputs: Inputs, { seconds, warmUpSeconds }: Settings) =>
  withServer(contender, work, inputs, async (server): Promise<Measured> => {
    const question = questionOf(work, contender)
    const { body } = await ask(server.url, question)
    const burst = { questions: [question], connections: CONNECTIONS, bodyBytes: Buffer.byteLength(body) * SAME_LENGTH }
    const warmUp = await load(server, { ...burst, seconds: warmUpSeconds })
    const figures = await load(server, { ...burst, seconds })
    const after = await ask(server.url, question)
    if (!rightAnswer(work, contender, inputs)(after))
      throw new Error(`answered wrongly after the load: ${after.status}`)
    const recorded = contender.recorded?.(after.headers)
    const answered = warmUp.requests + figures.requests
    if (recorded !== undefined && !(recorded > answered)) {
      throw new Error(`recorded ${recorded} exchanges, but answered ${answered}`)
    }
    return { ...figures, residentBytes: server.residentBytes() }
  })

/** The simulator against a rival, in turn. */
export const duel = (rival: Contender, work: HttpWork, inputs: Inputs, settings: Settings) =>
  alternate(
    settings.rounds,
    () => loaded(rentalSim, work, inputs, settings),
    () => loaded(rival, work, inputs, settings),
  )

/** The simulator's cold start against a rival's, in turn. */
export const startDuel = (rival: Contender, inputs: Inputs, rounds: number) =>
  alternate(
    rounds,
    () => withServer(rentalSim, 'start', inputs, async ({ startMs }) => startMs),
    () => withServer(rival, 'start', inputs, async ({ startMs }) => startMs),
  )
