// Builds, and says nothing unless it fails: what stands on the screen is the server's.
import { spawnSync } from 'node:child_process'

const { status, stdout } = spawnSync('npm run --silent build', {
  shell: true,
  stdio: ['inherit', 'pipe', 'inherit'],
  encoding: 'utf8',
})
if (status !== 0) process.stdout.write(stdout)
process.exitCode = status ?? 1
