import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startProcess } from '../support/process.ts'
import { answering, endWhatTestsStart, freePort, serve, start, type Started } from '../support/spawn-cli.ts'

endWhatTestsStart()

const LAST = '/the-last-one'

/** What a process does in the turn in which it is asked for the last time, before any line of it is written. */
const ending = (act: string) => {
  const code = `import { subscribe } from 'node:diagnostics_channel'
    subscribe('http.server.request.start', ({ request }) => {
      if (request.url === '${LAST}') setImmediate(() => { ${act} })
    })`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` }
}

/** Resolves when there is a response, or the connection is gone. */
const asked = (url: string): Promise<void> =>
  new Promise((resolve) => {
    get(url, (response) => response.resume().on('end', () => resolve())).on('error', () => resolve())
  })

interface Logging extends Started {
  /** All that was written, once it has ended. */
  readonly written: () => Promise<string>
}

const sinks = {
  pipe: (args: readonly string[], env: NodeJS.ProcessEnv): Logging => {
    const started = start(args, env)
    return { ...started, written: async () => (await started.ended).stdout }
  },
  file: (args: readonly string[], env: NodeJS.ProcessEnv): Logging => {
    const folder = mkdtempSync(join(tmpdir(), 'rental-sim-'))
    const file = join(folder, 'log')
    const command = `exec "$0" dist/cli.cjs "$@" > '${file}'`
    const started = startProcess('sh', ['-c', command, process.execPath, ...args], {
      env: { PATH: process.env['PATH'], ...env },
    })
    onTestFinished(async () => {
      await started.end()
      rmSync(folder, { recursive: true })
    })
    return { ...started, written: () => started.ended.then(() => readFileSync(file, 'utf8')) }
  },
} as const

const endings = [
  { by: 'an uncaught error', act: 'throw new Error("a crash")', end: { code: 1, signal: null } },
  { by: 'an exit code', act: 'process.exit(3)', end: { code: 3, signal: null } },
  { by: 'SIGTERM', act: 'process.kill(process.pid, "SIGTERM")', end: { code: 0, signal: null } },
]

test.each(endings.flatMap((each) => (['pipe', 'file'] as const).map((sink) => ({ ...each, sink }))))(
  '$by loses no line of a log in a $sink',
  async ({ act, end, sink }) => {
    const port = await freePort()
    const server = sinks[sink](['--port', String(port), '--log', 'json'], ending(act))
    await answering(server, port)
    await asked(`http://127.0.0.1:${port}/the-first-one`)
    await asked(`http://127.0.0.1:${port}${LAST}`)
    expect(await server.ended).toMatchObject(end)
    const paths = [...(await server.written()).matchAll(/"path":"([^"]*)"/g)].map(([, path]) => path)
    expect(paths).toEqual(['/the-first-one', LAST])
  },
)

test('SIGKILL loses no line of a request that is answered', async () => {
  const { child, ended, url } = await serve()
  await asked(`${url}${LAST}`)
  child.kill('SIGKILL')
  expect((await ended).stdout).toContain(`"path":"${LAST}"`)
})
