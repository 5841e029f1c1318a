// Starts the command, asks it once and ends it: what Node compiles for that stays in NODE_COMPILE_CACHE.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'

const server = spawn('rental-sim', ['--port', '0', '--log', 'json'], { stdio: ['ignore', 'pipe', 'inherit'] })
const [line] = await once(server.stdout, 'data')
const { url } = JSON.parse(String(line))
await fetch(`${url}/api/v0/instances/`)
execFileSync('rental-sim', ['health', '--url', url])
// It ends last, so that of a file that both read the most is kept.
server.kill('SIGTERM')
await once(server, 'exit')
