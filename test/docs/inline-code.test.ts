import { readdirSync, readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { calls } from '../../src/control/calls.ts'
import { simulate } from '../support/simulate.ts'

// The blocks of the pages are run elsewhere: this is the code within their sentences.

const pages = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && file !== 'control-calls.md')
    .map((file) => `docs/${file}`),
]

/** Code between backquotes, outside of blocks, with its page; the list of control calls is made from them. */
const inlineCode = pages.flatMap((page) =>
  [
    ...readFileSync(page, 'utf8')
      .replaceAll(/^```.*?^```$/gms, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, code = '']) => ({
    page,
    code,
  })),
)

/** Without names that stand for a value of the reader: `sim.faults.add({ name, match })`, and without Python's `sim`. */
const memberCalls = inlineCode.filter(
  ({ page, code }) =>
    /^(await )?sim\.[a-zA-Z.]+\(.*\)$/.test(code) &&
    !/\.\.\.|[{,] \w+[ ,]|\(\w+[),]/.test(code) &&
    !/python|pytest/.test(page) &&
    !code.startsWith('sim.advance'),
)

const controlCalls = inlineCode.flatMap(({ page, code }) => {
  const [, method, path, body] = /^(GET|PUT|POST|PATCH|DELETE) \/_sim\/([\w/{}.-]+)(?: (\{.*\}))?$/.exec(code) ?? []
  return method === undefined || path === undefined ? [] : [{ page, code, method, path, body }]
})

describe('code within sentences', () => {
  test('calls of `sim` are found, and control calls with and without a body', () => {
    expect(memberCalls.length).toBeGreaterThan(6)
    expect(controlCalls.filter(({ body }) => body !== undefined).length).toBeGreaterThan(3)
    expect(controlCalls.filter(({ body }) => body === undefined).length).toBeGreaterThan(15)
  })

  test.each(memberCalls)('$page: $code works', async ({ code }) => {
    const sim = createSimulator({ clock: 'frozen' })
    await expect(runInNewContext(`(async () => ${code})()`, { sim })).resolves.not.toThrow()
    await sim.close()
  })

  test.each(controlCalls)('$page: $code is a control call', async ({ method, path, body }) => {
    const known = calls.map((each) => `${each.method} ${each.path.replaceAll(/:(\w+)/g, '{$1}')}`)
    expect(known).toContain(`${method} /${path}`)
    if (body === undefined) return
    const { control } = simulate()
    expect(await control.send(method, `/_sim/${path}`, JSON.parse(body))).toMatchObject({ status: 200 })
  })
})
