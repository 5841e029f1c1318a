import { describe, expect, test } from 'vitest'
import { answering, ask, endWhatTestsStart, freePort, run, serve, start } from '../support/spawn-cli.ts'

endWhatTestsStart()

describe('what is written', () => {
  test('--log json begins with the address', async () => {
    const { line, url } = await serve()
    expect(line.split('\n')[0]).toBe(JSON.stringify({ event: 'listening', url }))
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

  test('openapi prints the description that the server serves', async () => {
    const { url } = await serve()
    const { stdout, ...end } = await run(['openapi'])
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
