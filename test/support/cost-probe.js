import { createSimulator } from '../../dist/lib/index.js'

// A process of its own: CPU time is counted for a whole process, and tests share theirs.

let simulator = createSimulator()
let last = 0
let longest = 0
let isMeasuring = false

/** Milliseconds of CPU that this process has had. */
function cpuMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** One turn of the event loop after the other: what keeps it from the next is the length of the turn. */
function turn() {
  const now = cpuMs()
  longest = Math.max(longest, now - last)
  last = now
  if (isMeasuring) setImmediate(turn)
}

async function send({ method = 'GET', path, headers, body }) {
  const response = await simulator.fetch(path, { method, headers, body })
  const reader = response.body?.getReader()
  let bytes = 0
  // What streams without an end is looked at once.
  const isEndless = response.headers.get('content-type') === 'text/event-stream'
  for (let part = await reader?.read(); part?.done === false; part = await reader.read()) {
    bytes += part.value.byteLength
    if (isEndless) break
  }
  if (isEndless) await reader?.cancel()
  return { status: response.status, bytes }
}

async function measure(call) {
  longest = 0
  last = cpuMs()
  isMeasuring = true
  setImmediate(turn)
  const answer = await send(call)
  isMeasuring = false
  turn()
  return { ...answer, longestMs: Math.round(longest) }
}

process.on('message', async ({ options, calls, measured }) => {
  if (options !== undefined) simulator = createSimulator(options)
  for (const call of calls) await send(call)
  process.send(measured === undefined ? {} : await measure(measured))
})
