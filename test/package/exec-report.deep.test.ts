import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderForFile } from '../support/folders.ts'
import { withoutAddress } from '../support/exec-end.ts'
import { endWhatTestsStart, run, start } from '../support/run-cli.ts'

endWhatTestsStart()

const folder = folderForFile()

/** What a command asks the simulator that it finds. */
const clientOf = (url: string, key: string) => {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const send = async (method: string, path: string, body?: object): Promise<void> => {
    await (await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })).text()
  }
  return {
    send,
    list: (sandbox = '') => send('GET', `${sandbox}/api/v0/instances/`),
    create: (sandbox = '', body: object = {}) =>
      send('POST', `${sandbox}/api/v0/template/`, { name: 'x', image: 'y', ...body }),
    control: (method: string, path: string, body?: object, sandbox = '') =>
      send(method, `${sandbox}/_sim${path}`, body),
  }
}
type Client = ReturnType<typeof clientOf>
type Script = (client: Client) => Promise<void>

const toEnd = join(folder, 'to-end')
execFileSync('mkfifo', [toEnd])

/** Runs a command under `rental-sim exec` that ends with this code once the script has asked what it asks. */
async function exec(script: Script, options: readonly string[] = [], exitCode = 0) {
  const waits = 'echo $RENTAL_SIM_URL $RENTAL_SIM_API_KEY; read -r code < "$0"; exit $code'
  const command = start(['exec', '--no-rate-limit', ...options, '--', 'sh', '-c', waits, toEnd])
  const line = await command.until(/\n/)
  const [url = '', key = ''] = line.trimEnd().split(' ')
  await script(clientOf(url, key))
  await writeFile(toEnd, `${exitCode}\n`)
  const { stdout, ...end } = withoutAddress(await command.ended)
  return { ...end, stdout: stdout.slice(line.length) }
}

/** Runs it with a report as text, and answers with both. */
async function reported(script: Script, options: readonly string[] = [], ending = 'txt', exitCode = 0) {
  const file = join(folder, `report.${ending}`)
  rmSync(file, { force: true })
  const end = await exec(script, ['--report', file, ...options], exitCode)
  return { ...end, text: readFileSync(file, 'utf8') }
}

/** The lines below a heading. */
const findings = (text: string): readonly string[] =>
  text.includes('No findings')
    ? []
    : (text.split('Findings\n')[1]?.split('\n\n')[0] ?? '').split('\n').filter((line) => /^ {2}\S/.test(line))

const story: Script = async ({ list, create, control }) => {
  await create('', { imgae: 'z' })
  await create('/~a', { imgae: 'z' })
  await list('/~a')
  await control('POST', '/reset')
  await create('', { imgae: 'z' })
  await control('POST', '/reset', undefined, '/~a')
  await control('DELETE', '/sandboxes/a')
  await list('/~b')
  await list()
}
const nothing: Script = async () => undefined
const lists: Script = ({ list }) => list()

describe('the report', () => {
  test('counts all sandboxes, those that are dropped too, and across resets', async () => {
    const { text, ...end } = await reported(story)
    expect(end).toEqual({ code: 0, signal: null, stdout: '', stderr: '' })
    expect(text).toMatch(/^Operations\n/)
    expect(text).toMatch(/^ {2}templates\.create +3 times$/m)
    expect(text).toMatch(/^ {2}instances\.list +3 times$/m)
    expect(text).toMatch(/^ {2}templates\.search +never$/m)
    expect(findings(text)).toEqual([
      '  unread-field: not read: imgae (templates.create, 3 times, first in exchange 1 of sandbox default)',
    ])
  })

  test('is JUnit where the file ends so', async () => {
    const { text, code } = await reported(story, ['--fail-on', 'findings'], 'xml')
    expect(code).toBe(1)
    expect(text).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuite name="rental-sim" tests="\d+" failures="1" /,
    )
    expect(text).toContain('<testcase classname="operation" name="templates.create"/>')
    expect(text).toContain('<testcase classname="report" name="unread-field"><failure message="unread-field: not read')
  })

  test('names the sandbox of the exchange that shows a finding first', async () => {
    const { text } = await reported(async ({ list, create }) => {
      await list()
      await create()
      await create('/~a', { imgae: 'z' })
      await create('', { imgae: 'z' })
    })
    expect(findings(text)).toEqual([
      '  unread-field: not read: imgae (templates.create, 2 times, first in exchange 1 of sandbox a)',
    ])
  })

  test('is neither made nor touched when nothing can be run', async () => {
    const file = join(folder, 'untouched.xml')
    for (const options of [
      ['--scenario', 'no-such', '--', 'true'],
      ['--', 'no-such-command-7'],
    ]) {
      const args = ['exec', '--report', file, ...options]
      rmSync(file, { force: true })
      expect([(await run(args)).code, existsSync(file)]).toEqual([2, false])
      writeFileSync(file, 'of an earlier run')
      expect([(await run(args)).code, readFileSync(file, 'utf8')]).toEqual([2, 'of an earlier run'])
    }
  })

  test('is written when the command fails, and when it asks nothing', async () => {
    const failed = await reported(({ list }) => list(), [], 'txt', 3)
    expect([failed.code, failed.text.match(/instances\.list.*/)?.[0]]).toEqual([3, expect.stringMatching(/once$/)])
    const idle = await reported(nothing)
    expect([idle.code, findings(idle.text)]).toEqual([0, []])
    expect(idle.text).not.toMatch(/once|times/)
  })
})

describe('--fail-on', () => {
  const unread =
    'rental-sim: unread-field: not read: imgae (templates.create, 3 times, first in exchange 1 of sandbox default)\n'

  test.each([
    { name: 'findings', script: story, failOn: ['findings'], code: 1, stderr: unread },
    {
      name: 'findings, when there are none',
      script: ({ list }: Client) => list(),
      failOn: ['findings'],
      code: 0,
      stderr: '',
    },
    {
      name: 'findings, when the command fails',
      script: story,
      failOn: ['findings'],
      exitCode: 9,
      code: 9,
      stderr: unread,
    },
  ])('$name', async ({ script, failOn, exitCode, code, stderr }) => {
    expect(await exec(script, ['--fail-on', ...failOn], exitCode)).toEqual({ code, signal: null, stdout: '', stderr })
  })

  test('with a separate report, the lines to paste are printed too, and only where assumptions fail', async () => {
    const paste = /^rental-sim: to accept what fails, .+\n([\w.-]+: # .+\n)+$/m
    expect((await reported(lists, ['--fail-on', 'assumed'])).stderr).toMatch(paste)
    expect((await reported(lists, ['--fail-on', 'findings'])).stderr).toBe('')
  })
})

const silent = (name: string, matched = 0) =>
  `  fault-never-fired: the fault ${name} never fired (${matched} requests matched) (instances.list)`

describe('a fault that must fire', () => {
  const options = ['--scenario', 'flaky-listing', '--fail-on', 'findings']

  test('and never does is a finding, once for the run', async () => {
    const { code, text } = await reported(async ({ create, control }) => {
      await create()
      await create('/~a')
      await control('POST', '/reset')
    }, options)
    expect({ code, found: findings(text) }).toEqual({ code: 1, found: [silent('listing-down')] })
  })

  test('and does in one sandbox is none, though the others never list', async () => {
    const { code, text } = await reported(async ({ list, create }) => {
      await list('/~a')
      await create('/~b')
    }, options)
    expect({ code, found: findings(text) }).toEqual({ code: 0, found: [] })
  })

  test('and did before a reset, or in a sandbox that is dropped, is none', async () => {
    const ends = [
      ({ control }: Client) => control('POST', '/reset', undefined, '/~a'),
      ({ control }: Client) => control('DELETE', '/sandboxes/a'),
    ]
    for (const end of ends) {
      const { code, text } = await reported(async (client) => {
        await client.list('/~a')
        await end(client)
        await client.create('/~a')
      }, options)
      expect({ code, found: findings(text) }).toEqual({ code: 0, found: [] })
    }
  })

  test('of a scenario that a test started is reported though a reset followed', async () => {
    const fault = { name: 'listing-down', match: { operation: 'instances.list' }, when: { after: 1 } }
    const faults = [{ ...fault, effect: { status: 503 }, must_fire: true }]
    const { code, text } = await reported(
      async ({ list, control }) => {
        await control('PUT', '/scenario', { scenario: { name: 's', description: 'd', faults } })
        await list()
        await control('POST', '/reset')
        await control('PUT', '/scenario', { name: 'connection-reset' })
        await control('POST', '/pact/provider-states', { state: '', action: 'teardown' })
      },
      ['--fail-on', 'findings'],
    )
    expect({ code, found: findings(text) }).toEqual({ code: 1, found: [silent('listing-down', 1), silent('reset')] })
  })
})
