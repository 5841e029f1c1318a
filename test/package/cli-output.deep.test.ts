import { describe, expect, test } from 'vitest'
import { startProcess } from '../support/process.ts'
import { answering, ask, endWhatTestsStart, freePort, run, serve, start } from '../support/run-cli.ts'
import { run as runProcess, serve as serveProcess } from '../support/spawn-cli.ts'

endWhatTestsStart()

describe('the output of commands', () => {
  test('--log json begins with the address', async () => {
    const { line, url } = await serveProcess()
    expect(line).toMatch(/^\{"event":"listening","time":"20[^"]+Z","level":"info","msg":"listening http/)
    expect(JSON.parse(line)).toMatchObject({ url })
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(await ask(`${url}/_sim/health`)).toMatchObject({ status: 200, body: { status: 'ok' } })
  })

  test('--log silent writes nothing', async () => {
    const port = await freePort()
    const server = start(['--port', String(port), '--log', 'silent'])
    await answering(server, port)
    expect(await ask(`http://127.0.0.1:${port}/api/v0/instances/`)).toMatchObject({ status: 200 })
    server.child.kill('SIGTERM')
    expect(await server.ended).toEqual({ code: 0, signal: null, stdout: '', stderr: '' })
  })

  test('a request that a dozen delays meet is answered without a warning', async () => {
    const server = await serveProcess(['--clock', 'frozen'])
    const faults = `${server.url}/_sim/faults`
    for (let n = 1; n <= 12; n += 1) await ask(faults, 'POST', { name: `slow-${n}`, effect: { latency_ms: 1000 } })
    const asked = ask(`${server.url}/api/v0/instances/`)
    const matched = async () => ((await ask(faults)).body as { faults: { matched: number }[] }).faults[11]?.matched
    while ((await matched()) !== 1);
    expect(await ask(`${server.url}/_sim/clock/advance`, 'POST', { seconds: 12 })).toMatchObject({
      body: { now: '2026-01-01T00:00:12.000Z', happened: { length: 12 } },
    })
    expect(await asked).toMatchObject({ status: 200 })
    server.child.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ code: 0, stderr: '' })
  })

  test('openapi prints the description that the server serves', async () => {
    const { url } = await serve()
    const { stdout, ...end } = await runProcess(['openapi'])
    expect(end).toEqual({ code: 0, signal: null, stderr: '' })
    const { body } = await ask(`${url}/openapi.json`)
    expect(body).toMatchObject({ openapi: '3.1.0' })
    expect(JSON.parse(stdout)).toEqual(body)
  })

  test.each([
    { title: '--help', args: ['--help'], stdout: /^Usage: rental-sim .*serve/s },
    { title: 'serve --help', args: ['serve', '--help'], stdout: /^Usage: rental-sim serve .*--port <number>/s },
    { title: '--version', args: ['--version'], stdout: /^\d+\.\d+\.\d+\n$/ },
  ])('$title is answered', async ({ args, stdout }) => {
    expect(await run(args)).toEqual({
      code: 0,
      signal: null,
      stderr: '',
      stdout: expect.stringMatching(stdout) as unknown,
    })
  })
})

test('what the build writes can be run without naming Node, as npx runs it', async () => {
  const { ended } = startProcess('dist/cli.cjs', ['--version'], { env: { PATH: process.env['PATH'] } })
  expect(await ended).toEqual({
    code: 0,
    signal: null,
    stderr: '',
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as unknown,
  })
})
