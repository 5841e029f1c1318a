import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { endWhatTestsStart, freePort, run } from '../support/run-cli.ts'

endWhatTestsStart()

const others = new Set<Server>()
afterEach(() => {
  for (const server of others) server.close()
  others.clear()
})

/** Something that is not a simulator, and which user asked it. */
async function other(status: number) {
  const asked: (string | undefined)[] = []
  const server = createServer(({ headers }, response) => {
    asked.push(headers.authorization)
    response.writeHead(status).end('{}')
  })
  others.add(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const commands = [['health'], ['report'], ['bundle', join(tmpdir(), 'rental-sim-never-written.json')]]

describe.each(commands)('%s repeats no password of its --url', (...command) => {
  const said = async (url: string) => {
    const { code, stdout, stderr } = await run([...command, '--url', url])
    expect(code).toBeGreaterThan(0)
    expect(stdout + stderr).not.toMatch(/hunter2|somebody/)
    return stderr
  }

  test('when nothing answers', async () => {
    const host = `127.0.0.1:${await freePort()}`
    expect(await said(`http://somebody:hunter2@${host}`)).toContain(`no simulator answers at http://${host}`)
  })

  test.each([200, 503])('when what answers with %i is not a simulator', async (status) => {
    const { host, asked } = await other(status)
    expect(await said(`http://somebody:hunter2@${host}`)).toContain(`http://${host}`)
    expect(asked[0]).toBe(`Basic ${Buffer.from('somebody:hunter2').toString('base64')}`)
  })

  test.each(['somebody:hunter2@sim.test', 'ftp://somebody:hunter2@sim.test', 'http://somebody:hunt/er2@hunter2@:x'])(
    'when it is none: %s',
    async (url) => {
      expect(await said(url)).toContain('is not an http:// URL')
    },
  )
})
