import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTest } from '../support/folders.ts'
import { runScript } from '../support/sh.ts'
import { answering, ask, endWhatTestsStart, freePort, run, serve } from '../support/run-cli.ts'
import { start } from '../support/spawn-cli.ts'

endWhatTestsStart()

/** Runs a command with an output that is closed from its beginning. */
function unread(args: readonly string[]) {
  const started = start(args)
  started.child.stdout?.destroy()
  return started
}

test.each([['scenarios'], ['openapi'], ['--help'], ['--version']])(
  '%s ends quietly when its output is closed',
  async (command) => {
    expect(await unread([command]).ended).toEqual({ code: 0, signal: null, stdout: '', stderr: '' })
  },
)

test('a pipe that is closed after the first line ends the command quietly', async () => {
  expect(await runScript('node dist/cli.cjs openapi 2>&1 | head -1')).toBe('{\n')
})

test('replay and report keep their exit codes when their output is closed', async () => {
  const folder = folderForTest()
  const { url } = await serve()
  await ask(`${url}/api/v0/nowhere/`)
  const file = join(folder, 'bundle.json')
  expect(await run(['bundle', file, '--url', url])).toMatchObject({ code: 0 })
  expect(await unread(['replay', file]).ended).toMatchObject({ code: 0, stderr: '' })
  expect(await unread(['report', '--url', url]).ended).toMatchObject({ code: 0, stderr: '' })
  expect(await unread(['report', '--url', url, '--fail-on', 'unmatched']).ended).toMatchObject({ code: 1 })
})

test.each(['pretty', 'json'])('a server with a closed log as %s goes on serving', async (log) => {
  const port = await freePort()
  const server = unread(['--port', String(port), '--log', log, '--no-rate-limit'])
  await answering(server, port)
  for (let request = 1; request <= 3; request++)
    expect(await ask(`http://127.0.0.1:${port}/api/v0/instances/`)).toMatchObject({ status: 200 })
  server.child.kill('SIGTERM')
  expect(await server.ended).toEqual({ code: 0, signal: null, stdout: '', stderr: '' })
})
