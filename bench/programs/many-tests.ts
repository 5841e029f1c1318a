import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import process from 'node:process'

// What memory a server takes for many tests with a sandbox each: `node build/bench/many-tests.js 10000`. Linux only.
const TESTS = Number(process.argv[2] ?? 10_000)
const SEARCHES = 20
const AT_ONCE = 8
const BODY = JSON.stringify({ q: { limit: 100 } })

const server = spawn(process.execPath, ['dist/cli.cjs', '--port', '0', '--log', 'json', '--no-rate-limit'], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const port = await new Promise<string>((resolve) => {
  server.stdout.once('data', (line: Buffer) => resolve(/:(\d+)"/.exec(line.toString())?.[1] ?? ''))
})
server.stdout.resume()
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
const headers = {
  Authorization: 'Bearer renter-key',
  'Content-Type': 'application/json',
  'Content-Length': BODY.length,
}

const search = (path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const asked = request({ port, path, method: 'POST', agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${path}: ${answer.statusCode}`))
      answer.resume().on('end', resolve)
    })
    asked.on('error', reject).end(BODY)
  })

const mebibytes = (name: 'VmRSS' | 'VmHWM'): number => {
  const [, kib] = new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kib) / 1024)
}

let next = 0
async function some(): Promise<void> {
  while (next < TESTS) {
    const at = next
    next += 1
    for (let sent = 0; sent < SEARCHES; sent += 1) await search(`/~test-${at}/api/v0/network_volumes/search/`)
    if (at % 1000 === 0) console.log(`${at} tests: ${mebibytes('VmRSS')} MiB`)
  }
}

try {
  await Promise.all(Array.from({ length: AT_ONCE }, some))
  console.log(`${TESTS} tests: ${mebibytes('VmRSS')} MiB, at most ${mebibytes('VmHWM')} MiB`)
} finally {
  server.kill()
  agent.destroy()
}
