import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { headersOf, type Question } from './ask.ts'
import { newFolder } from './inputs.ts'
import { isFixed, play, type Seen } from './play.ts'
import { runToEnd, type Server } from './process.ts'

const hasWrk = spawnSync('wrk', ['-v']).error === undefined

export const loadTool = hasWrk ? 'wrk' : 'without wrk'

/** Answers under the real clock are as long as the others, but for some digits; a reset may come a little sooner. */
export const SAME_LENGTH = 0.95
/** A load of many connections does not end where it began: that many answers may be missing from its shares. */
const CUT_OFF = 64
const ROUNDS_TO_COMPARE = 10

export interface Figures {
  readonly requestsPerSecond: number
  readonly requests: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly cpuMicroseconds: number
  /** How much of its core the server used; far below 1, the load tool was the limit. */
  readonly busy: number
}

export interface Load {
  /** Sent in turn. */
  readonly questions: readonly Question[]
  readonly connections: number
  /** The load ends by its time, or once each connection has had its turns. */
  readonly seconds: number
  readonly turns?: number
  /** The body of a right answer; answers that are smaller on average fail the measurement. */
  readonly bodyBytes: number
  /** The share of answers with a status of 400 or more; when it is not given, that of the questions that expect one. */
  readonly refused?: number
}

const refusing = (questions: readonly Question[]): number =>
  questions.filter(({ status = 200 }) => status >= 400).length / questions.length

/** Loads a server, and fails when one answer was an error that was not asked for. */
export async function load(server: Server, work: Load): Promise<Figures> {
  const { questions, turns = Infinity, refused: expected = refusing(questions) } = work
  // wrk knows whole seconds only.
  const fitsWrk = hasWrk && questions.every(isFixed) && Number.isInteger(work.seconds)
  const cpuBefore = server.cpuSeconds()
  const seen: Seen = fitsWrk
    ? await withWrk(server.url, work)
    : await play(server.url, { ...work, requests: turns * work.connections })
  const cpuSeconds = server.cpuSeconds() - cpuBefore
  const { requests, seconds, bytes, errors, refused } = seen
  if (errors > 0) throw new Error(`${errors} of ${requests} requests had no answer`)
  if (requests === 0) throw new Error('nothing was answered')
  const leeway = expected === 0 || expected === 1 ? 0 : requests * 0.02 + CUT_OFF
  if (Math.abs(refused - expected * requests) > leeway) {
    throw new Error(`${refused} of ${requests} answers were refusals, not ${expected} of them`)
  }
  const figures = {
    requestsPerSecond: requests / seconds,
    requests,
    p50Ms: seen.p50Ms,
    p99Ms: seen.p99Ms,
    cpuMicroseconds: (cpuSeconds * 1e6) / requests,
    busy: cpuSeconds / seconds,
  }
  if (seen.wrong !== undefined && work.refused === undefined) throw new Error(`answered wrongly: ${seen.wrong}`)
  // A load that is shorter than its conversation has not met all answers.
  if (requests < ROUNDS_TO_COMPARE * questions.length * work.connections) return figures
  // Requests whose answers the end of the load cut off are not counted, their bytes are.
  if (bytes < requests * work.bodyBytes * SAME_LENGTH) {
    throw new Error(`answers had ${Math.round(bytes / requests)} bytes, right ones have ${work.bodyBytes} and headers`)
  }
  return figures
}

/** A long string, of which Lua takes everything as it stands. */
const lua = (text: string): string => `[==[${text}]==]`

/** wrk sends one prepared request fastest; several are prepared by the script and sent in turn. */
function wrkScript(questions: readonly Question[]): string {
  const [only, ...more] = questions
  return `${only !== undefined && more.length === 0 ? oneRequest(only) : requestsInTurn(questions)}
function done(summary, latency)
  local e = summary.errors
  print(string.format(
    'SEEN {"seconds":%.6f,"requests":%d,"bytes":%d,"errors":%d,"refused":%d,"p50Ms":%.3f,"p99Ms":%.3f}',
    summary.duration / 1e6, summary.requests, summary.bytes, e.connect + e.read + e.write + e.timeout, e.status,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
`
}

const bodyOf = ({ json }: Question): string => (json === undefined ? 'nil' : lua(JSON.stringify(json)))

const oneRequest = (question: Question): string => `
wrk.method = "${question.method}"
wrk.path = ${lua(question.path)}
wrk.body = ${bodyOf(question)}
${Object.entries(headersOf(question))
  .map(([name, value]) => `wrk.headers[ ${lua(name)} ] = ${lua(value)}`)
  .join('\n')}
`

const requestsInTurn = (questions: readonly Question[]): string => `
local requests, at = {}, 0
function init()
${questions
  .map((question) => {
    const headers = Object.entries(headersOf(question)).map(([name, value]) => `[ ${lua(name)} ] = ${lua(value)}`)
    const fields = `{ ${headers.join(', ')}, Host = wrk.headers["Host"] }`
    return `  table.insert(requests, wrk.format("${question.method}", ${lua(question.path)}, ${fields}, ${bodyOf(question)}))`
  })
  .join('\n')}
end
function request()
  at = at % #requests + 1
  return requests[at]
end
`

async function withWrk(url: string, { questions, connections, seconds }: Load): Promise<Seen> {
  const script = join(newFolder(), 'load.lua')
  writeFileSync(script, wrkScript(questions))
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', script, url]
  return seenIn(await runToEnd({ file: 'wrk', args }))
}

function seenIn(output: string): Seen {
  const line = /^SEEN (.*)$/m.exec(output)?.[1]
  if (line === undefined) throw new Error(`the load tool said: ${output.slice(0, 300)}`)
  return JSON.parse(line)
}
