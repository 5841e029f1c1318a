import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderForFile } from '../support/folders.ts'
import { withoutAddress } from '../support/exec-end.ts'
import { isRunning } from '../support/is-running.ts'
import { endWhatTestsStart, type Environment, freePort, run as runCommand, takenPort } from '../support/run-cli.ts'
import { runScript } from '../support/sh.ts'
import { run as startAndEnd, start } from '../support/spawn-cli.ts'

endWhatTestsStart()

const run: typeof runCommand = async (...asked) => withoutAddress(await runCommand(...asked))
const runProcess: typeof startAndEnd = async (...asked) => withoutAddress(await startAndEnd(...asked))

const folder = folderForFile()

/** `rental-sim exec [options] -- node -e <script>` */
const command = (script: string, options: readonly string[] = []): readonly string[] => [
  'exec',
  ...options,
  '--',
  process.execPath,
  '--input-type=module',
  '-e',
  script,
]
const inShell = (script: string): readonly string[] => ['exec', '--', 'sh', '-c', script]
const exec = (script: string, options?: readonly string[], env?: Environment) => run(command(script, options), env)
const execProcess = (script: string) => runProcess(command(script))

const facts = `const { RENTAL_SIM_URL: url, RENTAL_SIM_API_KEY: key, RENTAL_SIM_CONTROL_TOKEN: token } = process.env
const ask = async (path, init = {}) => {
  const response = await fetch(url + path, { ...init, headers: { Authorization: 'Bearer ' + key, ...init.headers } })
  return { status: response.status, body: await response.json() }
}
const say = (value) => console.log(JSON.stringify(value))
`
const said = ({ stdout }: { stdout: string }): unknown => JSON.parse(stdout)

const user = (keys: string) => `users: [{ id: 1, name: me, api_keys: [${keys}] }]\n`

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/_sim/health`).then(
    () => true,
    () => false,
  )

describe('the command', () => {
  test('finds a simulator that answers, a key that may list, and no token', async () => {
    const script = `${facts}say({ url, key, token, health: await ask('/_sim/health'), list: (await ask('/api/v0/instances/')).status })`
    const end = await execProcess(script)
    expect(end).toMatchObject({ code: 0, signal: null, stderr: '' })
    expect(said(end)).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as unknown,
      key: 'renter-key',
      health: { status: 200, body: expect.objectContaining({ status: 'ok', sandboxes: 1 }) as unknown },
      list: 200,
    })
    expect(await answers((said(end) as { url: string }).url)).toBe(false)
  })

  test('keeps its own environment, arguments and streams', async () => {
    const script = `process.stdin.on('end', () => console.error(process.env.MINE, process.argv.slice(1).join())).resume()`
    const end = await runProcess([...command(script), 'a b', '--port', '--report=x'], { MINE: 'yes' })
    expect(end).toEqual({ code: 0, signal: null, stdout: '', stderr: 'yes a b,--port,--report=x\n' })
  })

  test.each([
    { title: 'with --', words: ['--', process.execPath, '--version'] },
    { title: 'without --', words: [process.execPath, '--version'] },
  ])('gets all that follows its name, $title', async ({ words }) => {
    expect(await run(['exec', ...words])).toEqual({
      code: 0,
      signal: null,
      stdout: `${process.version}\n`,
      stderr: '',
    })
  })

  test('prints once where the simulator and its dashboard are, on standard error', async () => {
    const end = await startAndEnd(inShell('echo $RENTAL_SIM_URL'))
    const url = end.stdout.trim()
    expect(end).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`rental-sim: ${url}, dashboard ${url}/_sim/ui\n`),
    })
  })

  test('asks this machine without the proxy that its environment names, and is given no exception without one', async () => {
    const inEnvironment = inShell('echo "$HTTP_PROXY|$NO_PROXY|$no_proxy"')
    const { stdout } = await run(inEnvironment, { HTTP_PROXY: 'http://proxy.test:8080', NO_PROXY: 'a.test' })
    expect(stdout).toBe('http://proxy.test:8080|a.test,127.0.0.1,localhost|a.test,127.0.0.1,localhost\n')
    expect((await run(inEnvironment)).stdout).toBe('||\n')
  })

  test('writes its log to standard error with --log', async () => {
    const asks = 'fetch(process.env.RENTAL_SIM_URL + "/api/v0/users/cloud_integrations/").then((r) => r.text())'
    const { stdout, stderr } = await runProcess(command(asks, ['--log', 'json']))
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^\{"event":"exchange".*"path":"\/api\/v0\/users\/cloud_integrations\/"/m)
  })

  test('finds the world, the port and the token that the options name', async () => {
    const port = await freePort()
    const options = [
      '--port',
      `${port}`,
      '--control-token',
      's3cret',
      '--seed',
      'mine',
      '--clock',
      '2027-03-04T05:06:07Z',
    ]
    const script = `${facts}const bare = (await ask('/_sim/clock')).status
      const bearer = { headers: { Authorization: 'Bearer ' + token } }
      const [clock, state] = [await ask('/_sim/clock', bearer), await ask('/_sim/state', bearer)]
      say({ url, bare, clock: clock.body, seed: state.body.seed })`
    expect(said(await exec(script, options))).toEqual({
      url: `http://127.0.0.1:${port}`,
      bare: 401,
      clock: { now: '2027-03-04T05:06:07.000Z', mode: 'frozen' },
      seed: 'mine',
    })
  })

  test.each([
    { name: 'the fixture', options: ['--fixture', 'mine.yaml'], key: 'able' },
    { name: "the scenario's own fixture, which wins", options: ['--scenario', 'mine-too.yaml'], key: 'of-scenario' },
    { name: 'no fixture that has one', options: ['--fixture', 'none.yaml'], key: undefined },
  ])('gets the first key that may list, of $name', async ({ options: [option = '', file = ''], key }) => {
    const unable = '{ key: unable, permissions: [user_read] }'
    writeFileSync(join(folder, 'mine.yaml'), user(`${unable}, { key: able }`))
    writeFileSync(join(folder, 'none.yaml'), user(unable))
    const scenario = `name: mine-too\ndescription: d\nfixture:\n  ${user('{ key: of-scenario }')}`
    writeFileSync(join(folder, 'mine-too.yaml'), scenario)
    const end = await exec(`${facts}say({ key })`, [option, join(folder, file)], { RENTAL_SIM_API_KEY: 'old' })
    expect(said(end)).toEqual({ key })
  })
})

describe('the exit code', () => {
  test.each([
    { code: 0, by: run },
    { code: 1, by: run },
    { code: 3, by: runProcess },
    { code: 255, by: run },
  ])('$code is passed on', async ({ code, by }) => {
    expect(await by(inShell(`exit ${code}`))).toEqual({ code, signal: null, stdout: '', stderr: '' })
  })

  test.each([
    { signal: 'KILL', code: 137, by: run },
    { signal: 'TERM', code: 143, by: runProcess },
    { signal: 'ABRT', code: 134, by: run },
  ])('of a command that SIG$signal ended is $code', async ({ signal, code, by }) => {
    expect(await by(inShell(`kill -${signal} $$; sleep 60`))).toMatchObject({ code, signal: null })
  })

  test.each([
    {
      name: 'no command',
      args: [],
      stderr: /^error: missing required argument 'command'\nWrite .* rental-sim exec -- npm test\n$/,
    },
    {
      name: 'a command that there is not',
      args: ['--', 'no-such-command-7'],
      stderr: /^rental-sim: there is no command "no-such-command-7"\n$/,
    },
    {
      name: 'a command that cannot be run',
      args: ['--', folder],
      stderr: /^rental-sim: .* cannot be run: .*EACCES\n$/,
    },
  ])('of $name is 2, with why', async ({ args, stderr }) => {
    expect(await run(['exec', ...args])).toEqual({
      code: 2,
      signal: null,
      stdout: '',
      stderr: expect.stringMatching(stderr) as unknown,
    })
  })

  test('of a port in use is 2, and the command does not run', async () => {
    const port = await takenPort()
    const end = await exec('console.log("ran")', ['--port', `${port}`])
    expect(end).toMatchObject({ code: 2, stdout: '' })
    expect(end.stderr).toMatch(/EADDRINUSE.*--port 0 takes any free port\n$/)
  })

  test('of a report that cannot be written is 2', async () => {
    const report = join(folder, 'no', 'such', 'folder.xml')
    const end = await exec('', ['--report', report])
    expect(end).toMatchObject({ code: 2, stdout: '' })
    expect(end.stderr).toMatch(/^rental-sim: .*folder\.xml cannot be written: its folder is not there\n$/)
  })
})

/** Starts a command that waits, and answers once it says so with its process and where the simulator is. */
async function waits(args: readonly string[]) {
  const started = start(args)
  const [pid = '', url = ''] = (await started.until(/\n/)).trim().split(' ')
  expect([isThere(Number(pid)), await answers(url)]).toEqual([true, true])
  return { ...started, pid: Number(pid), url }
}

describe.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s', (signal) => {
  const number = { SIGTERM: 15, SIGINT: 2, SIGHUP: 1 }[signal]

  test('ends the command, and nothing is left running', async () => {
    const { child, ended, pid, url } = await waits(inShell('echo $$ $RENTAL_SIM_URL; exec sleep 60'))
    child.kill(signal)
    expect(withoutAddress(await ended)).toMatchObject({ code: 128 + number, signal: null, stderr: '' })
    expect([isThere(pid), await answers(url)]).toEqual([false, false])
  })

  test('lets the command end as it wants to, with the simulator still there', async () => {
    const report = join(folder, `${signal}.txt`)
    // Announced when the signal is awaited, not before.
    const script = `${facts}process.on('${signal}', async () => {
      console.log('last', (await ask('/api/v0/instances/')).status)
      process.exit(7)
    })
    console.log(process.pid, url)
    setInterval(() => {}, 1000)`
    const { child, ended, pid, url } = await waits(command(script, ['--report', report]))
    child.kill(signal)
    const end = withoutAddress(await ended)
    expect(end).toMatchObject({ code: 7, signal: null, stderr: '' })
    expect(end.stdout).toMatch(/\nlast 200\n$/)
    expect([isThere(pid), await answers(url)]).toEqual([false, false])
    expect(readFileSync(report, 'utf8')).toMatch(/instances\.list +once/)
  })
})

describe('what a command started', () => {
  /** Ignores signals, and holds no output open. */
  const stubborn = `(trap '' INT TERM HUP; exec sleep 600) >/dev/null 2>&1 & echo $! $RENTAL_SIM_URL;`

  test('ends with the command, also what ignores signals', async () => {
    const end = await runProcess(inShell(`${stubborn} exit 3`))
    expect(end).toMatchObject({ code: 3, signal: null, stderr: '' })
    await expect.poll(() => isRunning(end.stdout.split(' ')[0] ?? '')).toBe(false)
  })

  test('survives no signal that exec gets', async () => {
    const { child, ended, pid } = await waits(inShell(`${stubborn} sleep 600; exit 5`))
    child.kill('SIGTERM')
    expect(withoutAddress(await ended)).toMatchObject({ code: 143, signal: null, stderr: '' })
    await expect.poll(() => isRunning(String(pid))).toBe(false)
  })

  test('gets signals by itself, not only the command', async () => {
    // Announced by what the signal must reach, once it runs.
    const announced = `sh -c 'echo $PPID $RENTAL_SIM_URL; exec sleep 600'`
    const { child, ended } = await waits(inShell(`trap : TERM; ${announced}; exit 6`))
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 6, signal: null })
  })
})

test('in a terminal the command has the terminal', async () => {
  const asks = String.raw`node dist/cli.cjs exec -- sh -c 'read line </dev/tty && echo read \$line; exit 4'`
  const printed = await runScript(`echo hello | script -qec "${asks}" /dev/null || echo $?`)
  expect(printed.replaceAll('\r', '')).toMatch(/\nread hello\nrental-sim: nothing was asked of \S+: .*\n4\n$/)
})
