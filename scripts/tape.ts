import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { allSessions } from '../test/tape/all-sessions.ts'

// Plays the same sessions with this build and another one, and compares what clients see, byte by byte:
// npm run tape -- <folder of another checkout, built> [random sessions] [seed]

const [other = '', count = '2000', seed = '1'] = process.argv.slice(2)
if (other === '') {
  console.error('usage: npm run tape -- <folder of another checkout with its dist> [random sessions] [seed]')
  process.exit(2)
}

const sessions = await allSessions(Number(count), Number(seed))
const builds = [resolve('.'), resolve(other)]
for (const build of builds) {
  mkdirSync(join(build, 'build/tape'), { recursive: true })
  writeFileSync(join(build, 'build/tape/sessions.jsonl'), sessions.map((each) => JSON.stringify(each)).join('\n'))
  if (build !== resolve('.')) copyFileSync('build/tape/player.js', join(build, 'build/tape/player.js'))
}

/** What a build answers, a line for each response: digests, or the whole texts of one session. */
const played = (build: string, session?: string): readonly string[] => {
  const folder = join(build, 'build/tape')
  const args = ['sessions.jsonl', 'played.txt', ...(session === undefined ? [] : [session])]
  execFileSync(process.execPath, ['--max-old-space-size=4096', 'player.js', ...args], { cwd: folder, stdio: 'inherit' })
  return readFileSync(join(folder, 'played.txt'), 'utf8').split('\n')
}

const [here = [], there = []] = builds.map((build) => played(build))
const differing = new Set(here.flatMap((line, at) => (line === there[at] ? [] : [line.slice(0, line.indexOf('\t'))])))

/** The first place where two texts differ, with what stands about it. */
function showDifference(one: string, two: string): void {
  let at = 0
  while (at < one.length && one[at] === two[at]) at++
  const from = Math.max(0, at - 120)
  console.log(`  ${one.slice(0, one.indexOf('\n')).slice(0, 200)}`)
  console.log(`  here:  ${JSON.stringify(one.slice(from, at + 160))}`)
  console.log(`  there: ${JSON.stringify(two.slice(from, at + 160))}`)
}

const SHOWN_SESSIONS = 12
const SHOWN_IN_SESSION = 3
for (const session of [...differing].slice(0, SHOWN_SESSIONS)) {
  console.log(session)
  const [texts = [], others = []] = builds.map((build) =>
    played(build, session).map((line): string => JSON.parse(line)),
  )
  const unlike = texts.flatMap((text, at) => (text === others[at] ? [] : [[text, others[at] ?? ''] as const]))
  for (const [one, two] of unlike.slice(0, SHOWN_IN_SESSION)) showDifference(one, two)
  console.log(`  ${unlike.length} of ${texts.length} responses differ`)
}
console.log(
  `${sessions.length} sessions, ${here.length} responses: ${differing.size === 0 ? 'all alike' : `${differing.size} sessions differ`}`,
)
process.exit(differing.size === 0 && here.length === there.length ? 0 : 1)
