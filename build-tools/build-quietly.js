// Builds, and says nothing unless it fails: what stands on the screen is the server's.
import { existsSync } from 'node:fs'
import { spawnSync } from 'node:child_process'

if (!existsSync('node_modules/.bin/rolldown')) {
  process.stderr.write('The packages are missing: run npm ci first.\n')
  process.exit(1)
}
const { status, stdout } = spawnSync('npm run --silent build', {
  shell: true,
  stdio: ['inherit', 'pipe', 'inherit'],
  encoding: 'utf8',
})
if (status !== 0) process.stdout.write(stdout)
process.exitCode = status ?? 1
