import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { beforeAll, expect, test } from 'vitest'
import { isDrawn, isWhole } from '../support/drawn.ts'
import { allSessions } from '../tape/all-sessions.ts'
import type { Session } from '../tape/sessions.ts'

const run = promisify(execFile)

/** The newest of each major that the package runs on, as npm's package `node` has them. */
const versions = ['20.20.2', '22.23.3', '24.21.0']

const FOLDER = 'build/nodes'

/** Bodies that are too long are refused before dialect and clock matter: they come once, not in each of four sessions. */
const LONG = 100_000
const WITH_LONG_BODIES = 'rules observed frozen'

/** What each field takes is the same at any time. */
const atAnyTime = /^values \w+ real$/

/** What every Node plays: by night all, else a fifth. */
async function playedSessions(): Promise<readonly Session[]> {
  const sessions = await allSessions(50, 1)
  return sessions
    .filter(({ name }) => name === WITH_LONG_BODIES || (isDrawn(name) && !atAnyTime.test(name)))
    .map((session) => ({
      ...session,
      calls:
        session.name === WITH_LONG_BODIES ? session.calls : session.calls.filter(({ body = '' }) => body.length < LONG),
    }))
}

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true })
  const sessions = await playedSessions()
  expect(sessions.map(({ name }) => name)).toContain(WITH_LONG_BODIES)
  writeFileSync(`${FOLDER}/sessions.jsonl`, sessions.map((each) => JSON.stringify(each)).join('\n'))
  const build = await rolldown({
    input: 'test/tape/player.ts',
    platform: 'node',
    external: ['rental-sim'],
    tsconfig: false,
  })
  await build.write({ dir: FOLDER })
  await build.close()
})

/** What clients see under a Node, a line for each response. */
async function playedBy(version: string): Promise<readonly string[]> {
  const file = `${FOLDER}/${version}.txt`
  const player = [`${FOLDER}/player.js`, `${FOLDER}/sessions.jsonl`, file]
  await run('npx', ['--yes', '--package', `node@${version}`, 'node', ...player])
  return readFileSync(file, 'utf8').split('\n')
}

test('sessions go the same way in every Node, byte by byte', async () => {
  const [first = [], ...others] = await Promise.all(versions.map(playedBy))
  expect(first.length).toBeGreaterThan(isWhole ? 20_000 : 1000)
  for (const other of others) {
    expect(other.length).toBe(first.length)
    expect(other.filter((text, at) => text !== first[at])).toEqual([])
  }
})
