import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import seedrandom from 'seedrandom'

/**
 * Tries mutants of src against the tests that run in their process: `--changed <commit>` all mutants of the files that
 * were changed since, `--sample <lines> --seed <text>` those of so many lines of src, drawn at random.
 */
const { values } = parseArgs({
  options: {
    changed: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
})

const git = (...args: readonly string[]): readonly string[] =>
  execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)

/** Beside what npm ci installs, because no other command needs it. */
const STRYKER = ['@stryker-mutator/core@9.6.1', '@stryker-mutator/vitest-runner@9.6.1']

function installStryker(): void {
  if (existsSync('node_modules/@stryker-mutator/vitest-runner')) return
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--prefer-offline']
  execFileSync('npm', ['install', ...quiet, ...STRYKER], { stdio: 'inherit' })
}

/** What other processes, browsers and the tests of the command try; and what is generated, which a test compares as text. */
const ELSEWHERE = /^src\/((cli|node|dashboard)\/|marketplace\/catalogue-types\.ts$)/

const isTried = (file: string): boolean => /^src\/.*\.tsx?$/.test(file) && !ELSEWHERE.test(file)

/** Lines of code, as Stryker names them. Comments, imports and brackets have no mutants. */
const linesOf = (file: string): readonly string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, at) =>
      /^\s*(\/?\*|\/\/|import |export (type|interface) |[)}\]]|$)/.test(line) ? [] : [`${file}:${at + 1}-${at + 1}`],
    )

function drawn(count: number, seed: string): readonly string[] {
  const random = seedrandom(seed)
  const lines = git('ls-files', 'src').filter(isTried).flatMap(linesOf)
  return lines
    .map((line) => ({ line, rank: random() }))
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, count)
    .map(({ line }) => line)
}

const mutate =
  values.changed === undefined
    ? drawn(Number(values.sample ?? 400), values.seed)
    : git('diff', '--name-only', '--diff-filter=d', values.changed, '--', 'src').filter(isTried)
if (mutate.length === 0) process.stdout.write('nothing of src to try\n')
else {
  installStryker()
  const args = ['stryker', 'run', 'test/mutation/stryker.json', '--mutate', mutate.join(',')]
  process.exitCode = spawnSync('npx', ['--no-install', ...args], { stdio: 'inherit' }).status ?? 1
}
