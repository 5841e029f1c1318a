import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { folderForTest } from './folders.ts'
import { run } from './run-cli.ts'

/** A mistake of new users: its name, its message, and the parts in it that say the mistake, its place, and the remedy. */
export type Mistake = readonly [name: string, said: () => Promise<string>, what: string, where: string, write: string]

interface Asked {
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

export const KEY = { Authorization: 'Bearer renter-key' }

/** The msg of an answer or a control call, and its hint. */
export const asks =
  (method: string, path: string, { body, headers = KEY }: Asked = {}) =>
  async (): Promise<string> => {
    const simulator = createSimulator({ clock: 'frozen' })
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const response = await simulator.fetch(path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...sent,
    })
    const { msg = '', hint = '' } = (await response.json()) as { msg?: string; hint?: string }
    await simulator.close()
    return [msg, hint, response.headers.get('x-sim-hint') ?? ''].join(' | ')
  }

/** What a command writes to standard error. */
export const commands =
  (...args: readonly string[]) =>
  async (): Promise<string> => {
    const { code, stderr } = await run(args, { RENTAL_SIM_NO_CONFIG: '1' })
    expect(code).not.toBe(0)
    return stderr
  }

/** What `validate` says of one file. */
export const files = (path: string, text: string) => async (): Promise<string> => {
  const folder = folderForTest()
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
  const { stdout, stderr } = await run(['validate', folder], { RENTAL_SIM_NO_CONFIG: '1' })
  return stdout + stderr
}

export const throws = (work: () => unknown) => async (): Promise<string> => {
  try {
    await work()
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  return ''
}

/** Tests that each message has its three parts. */
export const tellsOf = (mistakes: readonly Mistake[]): void =>
  test.each(mistakes)('%s', async (_, said, ...parts) => {
    const message = await said()
    expect(
      parts.filter((part) => !message.includes(part)),
      message,
    ).toEqual([])
  })
