import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderForFile } from '../support/folders.ts'
import { ask, endWhatTestsStart, run, serve } from '../support/run-cli.ts'

endWhatTestsStart()

const folder = folderForFile()

const TEMPLATES = '/api/v0/template/'
const report = (url: string, ...args: readonly string[]) => run(['report', '--url', url, ...args])
const written = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

/** A simulator with a client that misspelt a field and asked for an unknown operation. */
async function careless() {
  const { url } = await serve(['--clock', 'frozen'])
  await ask(`${url}${TEMPLATES}`, 'POST', { name: 'x', image: 'y', imgae: 'z' })
  await ask(`${url}/nowhere`)
  return url
}

describe('a run that asked nothing', () => {
  test.each(['findings', 'assumed', 'unmatched', 'stale-hash-id'])('fails --fail-on %s with 2', async (failOn) => {
    const { url } = await serve()
    expect(await report(url, '--fail-on', failOn)).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('\nNothing was asked of the simulator.\n') as unknown,
      stderr:
        'rental-sim: nothing-asked: nothing was asked of the simulator, so there is nothing to judge: does the client take its address from RENTAL_SIM_URL?\n',
    })
  })

  test('says so in every form, and passes where nothing is to fail', async () => {
    const { url } = await serve()
    for (const format of ['text', 'markdown', 'junit']) {
      const { code, stdout } = await report(url, '--format', format)
      expect({ code, isSaid: stdout.includes('\nNothing was asked of the simulator.\n') }).toEqual({
        code: 0,
        isSaid: true,
      })
    }
    expect((await report(url, '--format', 'junit', '--fail-on', 'findings')).stdout).toContain(
      '<testcase classname="report" name="nothing-asked"><failure ',
    )
  })

  test('of one sandbox fails though another was asked', async () => {
    const url = await careless()
    await ask(`${url}/~idle/_sim/clock`)
    expect((await report(url, '--sandbox', 'idle', '--fail-on', 'findings')).code).toBe(2)
    expect((await report(url, '--fail-on', 'findings')).code).toBe(1)
  })

  test('is none when a fault answered all', async () => {
    const { url } = await serve(['--scenario', 'flaky-listing'])
    await ask(`${url}/api/v0/instances/`)
    expect(await report(url, '--fail-on', 'findings', 'assumed')).toMatchObject({ code: 0, stderr: '' })
  })
})

describe('--fail-on with kinds of findings', () => {
  test.each([
    { failOn: ['unread-field'], names: ['unread-field'] },
    { failOn: ['stale-hash-id', 'unmatched-request'], names: ['unmatched-request'] },
    { failOn: ['unmatched', 'unread-field', 'findings'], names: ['unread-field', 'unmatched-request', 'unmatched'] },
    { failOn: ['stale-hash-id'], names: [] },
  ])('$failOn fails on $names', async ({ failOn, names }) => {
    const { code, stderr } = await report(await careless(), '--fail-on', ...failOn)
    const told = [...stderr.matchAll(/^rental-sim: ([\w-]+): /gm)].map(([, name]) => name)
    expect({ code, told }).toEqual({ code: names.length > 0 ? 1 : 0, told: names })
  })

  test('answer-rests-on-assumption is assumed, with --strict and without', async () => {
    const url = await careless()
    const [word, kind] = await Promise.all(
      ['assumed', 'answer-rests-on-assumption'].map((failOn) => report(url, '--fail-on', failOn)),
    )
    expect(kind).toEqual(word)
    expect(kind?.code).toBe(1)
  })

  test('names the nearest for an unknown rule', async () => {
    const { code, stderr } = await run(['report', '--fail-on', 'stale-hash'])
    expect(code).toBe(2)
    expect(stderr).toMatch(/ argument 'stale-hash' is invalid\. Allowed .*; did you mean "stale-hash-id"\?\n$/)
  })
})

describe('expected findings', () => {
  test('fail nothing, and stand apart in every form', async () => {
    const url = await careless()
    await ask(`${url}/_sim/findings/expected`, 'PUT', ['unread-field', 'unmatched-request'])
    const text = await report(url, '--fail-on', 'findings', 'unmatched', 'unread-field')
    expect(text).toMatchObject({ code: 0, stderr: '' })
    expect(text.stdout).toMatch(
      /\n\nNo findings\n\nExpected: the tests provoke these on purpose\n {2}unread-field: not read: imgae /,
    )
    const markdown = (await report(url, '--format', 'markdown')).stdout
    expect(markdown).toContain('\nNo findings.\n\n| Expected finding | Times | First exchange | Advice |\n')
    const { stdout } = await report(url, '--format', 'junit', '--fail-on', 'findings')
    expect(stdout).toContain('tests="13" failures="0" skipped="12"')
    expect(stdout).toMatch(
      /<testcase classname="expected" name="unread-field"><skipped message="unread-field: not read: imgae /,
    )
  })

  test('of one sandbox excuse no other', async () => {
    const url = await careless()
    await ask(`${url}/~a/nowhere`)
    await ask(`${url}/~a/_sim/findings/expected`, 'PUT', ['unmatched-request'])
    expect(await report(url, '--fail-on', 'unmatched')).toMatchObject({
      code: 1,
      stderr: [
        'rental-sim: unmatched: 1 request matched no operation',
        '  unmatched-request: GET /nowhere is not an operation (no operation, once, first in exchange 2 of sandbox default)',
        '    Compare with /openapi.json.\n',
      ].join('\n'),
    })
  })
})

/** What a failing report says is to be pasted. */
const pasted = (stdout: string): string => stdout.split(/^To accept what fails, .+\n/m)[1] ?? ''

describe('the strength of evidence', () => {
  test('--fail-on judgement fails on what rests on judgement alone', async () => {
    const { url } = await serve(['--clock', 'frozen'])
    await ask(`${url}/api/v0/template/`, 'POST', { name: 'x', image: 'y' })
    const { code, stderr } = await report(url, '--fail-on', 'judgement')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^rental-sim: templates\.create\.hash-id: once: .+ \(judgement\)$/m)
    expect(stderr).not.toMatch(/templates\.statuses/)
  })

  test('an answer that rests on what was seen or published passes it', async () => {
    const { url } = await serve(['--clock', 'frozen'])
    await fetch(`${url}/api/v0/instances/`)
    const fixed = await report(url, '--fail-on', 'assumed')
    expect({ code: fixed.code, stderr: fixed.stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('(published'),
    })
    expect(await report(url, '--fail-on', 'judgement')).toMatchObject({ code: 0, stderr: '' })
  })

  test('a whole strength can be accepted, with one reason', async () => {
    const { url } = await serve(['--clock', 'frozen'])
    await ask(`${url}/api/v0/template/`, 'POST', { name: 'x', image: 'y' })
    const file = written('strengths.yaml', 'judgement: we tried it on our account\n')
    const { code, stdout } = await report(url, '--fail-on', 'judgement', '--accept', file)
    expect({ code, accepted: stdout.includes('Accepted: we tried it on our account') }).toEqual({
      code: 0,
      accepted: true,
    })
  })
})

describe('accepted assumptions', () => {
  test('do not fail once the lines of the failing report have reasons, and stand apart with them', async () => {
    const url = await careless()
    const failing = await report(url, '--fail-on', 'assumed')
    const lines = pasted(failing.stdout)
    const ids = [...lines.matchAll(/^([\w.-]+): # .+$/gm)].map(([, id = '']) => id)
    expect({ code: failing.code, count: ids.length }).toEqual({ code: 1, count: failing.stderr.split('\n').length - 1 })

    const elsewhere = await report(url, '--fail-on', 'assumed', '--output', join(folder, 'report.txt'))
    expect(elsewhere.stderr).toMatch(/^rental-sim: to accept what fails, .+\n([\w.-]+: # .+\n)+$/m)

    const bare = await report(url, '--fail-on', 'assumed', '--accept', written('bare.yaml', lines))
    expect({ code: bare.code, stdout: bare.stdout }).toEqual({ code: 2, stdout: '' })
    expect(bare.stderr).toContain(`bare.yaml:1: the assumption "${ids[0]}" has no reason: say in words`)

    const reasoned = written('accepted.yaml', lines.replaceAll(/: #.*$/gm, ': asked support, | ticket 7'))
    const fine = await report(url, '--fail-on', 'assumed', '--accept', reasoned)
    expect(fine).toMatchObject({ code: 0, stderr: '' })
    expect(fine.stdout).toMatch(
      /\nAccepted assumptions\n {2}[\w.-]+: once: .+\n {4}Accepted: asked support, \| ticket 7\n/,
    )
    expect(fine.stdout).not.toContain('To accept what fails')
    const markdown = await report(url, '--format', 'markdown', '--accept', reasoned)
    expect(markdown.stdout).toContain('| Accepted assumption | Evidence | Times | Reason | Rule |\n')
    expect(markdown.stdout).toMatch(
      /^\| [\w.-]+ \| (seen live|published|judgement)[^|]* \| 1 \| `asked support, \\\| ticket 7` \|/m,
    )
    const junit = await report(url, '--format', 'junit', '--accept', reasoned)
    expect(junit.stdout).toContain(
      `<testcase classname="accepted" name="${ids[0]}"><skipped message="asked support, | ticket 7"/></testcase>`,
    )

    const [first = '', ...others] = ids
    const fewer = written('fewer.yaml', `${others.map((id) => `${id}: known`).join('\n')}\n`)
    const again = await report(url, '--fail-on', 'assumed', '--accept', fewer)
    expect({ code: again.code, told: again.stderr.split(':')[1]?.trim() }).toEqual({ code: 1, told: first })
    expect(pasted(again.stdout)).toMatch(new RegExp(`^${first}: # .+\n$`))
  })

  test('that no longer occur are reported, and fail nothing', async () => {
    const url = await careless()
    const file = written('unused.yaml', 'rate-limit.window: we never poll\nrouting.unknown-path: a probe\n')
    const title = `Accepted in ${file}, and no answer rests on them`
    const { code, stdout } = await report(url, '--fail-on', 'stale-hash-id', '--accept', file)
    expect(code).toBe(0)
    expect(stdout).toContain(`\n\n${title}\n  rate-limit.window\n`)
    expect(stdout).toContain('\nAccepted assumptions\n  routing.unknown-path: once: ')
    const markdown = await report(url, '--format', 'markdown', '--accept', file)
    expect(markdown.stdout).toContain(' and no answer rests on them: rate-limit.window.\n')
    const exec = await run(['exec', '--fail-on', 'findings', '--accept', file, '--', process.execPath, '-e', ''])
    expect(exec.stderr).toContain(`rental-sim: ${title}: rate-limit.window, routing.unknown-path\n`)
  })

  test.each([
    {
      text: 'rate-limit.windows: why',
      message: ':1: there is no assumed rule "rate-limit.windows"; did you mean "rate-limit.window"?',
    },
    {
      text: '\ntemplates.create.creates: why',
      message: ':2: the rule "templates.create.creates" is documented: there is nothing to accept',
    },
    {
      text: 'rate-limit.window: " "',
      message: ':1: the assumption "rate-limit.window" has no reason: say in words why the team accepts it',
    },
    {
      text: 'rate-limit.window: 7',
      message: ':1: the assumption "rate-limit.window" has no reason: say in words why the team accepts it',
    },
    { text: '- rate-limit.window', message: ': names no rules: it is a map of rule id to reason' },
    { text: 'a: b\na: b', message: ':2: Map keys must be unique' },
  ])('$text is refused', async ({ text, message }) => {
    const file = written('bad.yaml', text)
    const { code, stdout, stderr } = await run(['exec', '--accept', file, '--', 'echo', 'it ran'])
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: `rental-sim: ${file}${message}\n` })
  })
})
