import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { dashboard } from './build-tools/dashboard.ts'
import { shipped } from './build-tools/shipped.ts'

// Else the native library of Pact looks up an analytics host. It does not see what a worker thread sets.
process.env['PACT_DO_NOT_TRACK'] = 'true'

// Which variants are drawn where all would take too long: other ones with each commit.
process.env['DRAW'] ??=
  spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout?.trim() || 'none'

const MINUTE_MS = 60_000

/** For every project: what tests start ends, and no limit is shorter than a machine that has other work to do needs. */
const common = { setupFiles: ['test/support/setup.ts'], expect: { poll: { timeout: MINUTE_MS / 2 } } }

/** What has a project of its own needs more than `npm ci`, takes minutes, or belongs to the checks. */
const apart = ['lint', 'limits', 'fuzz', 'nodes', 'browser', 'image', 'installed', 'swept', 'scale', 'toolchains'].map(
  (folder) => `test/${folder}/**`,
)

/** Files that take too long to wait for at each change. */
const DEEP = 'test/**/*.deep.test.ts'

const together = {
  isolate: false,
  pool: 'threads',
  // A hang is found all the same; a machine that has other work to do fails nothing.
  testTimeout: 10 * MINUTE_MS,
  hookTimeout: 10 * MINUTE_MS,
} as const

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    projects: [
      {
        // What a contributor waits for.
        plugins: [shipped, dashboard],
        test: { ...common, ...together, name: 'main', include: ['test/**/*.test.ts'], exclude: [...apart, DEEP] },
      },
      {
        // What takes long: kept texts, properties, the model, processes, budgets.
        plugins: [shipped, dashboard],
        test: {
          ...common,
          ...together,
          name: 'deep',
          include: [DEEP],
          exclude: apart,
          globalSetup: ['test/support/print-draw.ts'],
        },
      },
      {
        // Whether the linter finds what it is to find, and whether GitHub can read the workflows: npm run check.
        logLevel: 'error',
        test: {
          ...common,
          name: 'lint',
          include: ['test/lint/**/*.test.ts'],
          testTimeout: MINUTE_MS,
          hookTimeout: MINUTE_MS,
          // It imports JSON as only bundlers read it.
          server: { deps: { inline: ['@actions/workflow-parser'] } },
        },
      },
      {
        // Whether any input costs more time or memory than its size deserves: by the CPU of processes of their own.
        plugins: [shipped, dashboard],
        test: {
          ...common,
          name: 'limits',
          include: ['test/limits/**/*.test.ts'],
          globalSetup: ['test/support/print-draw.ts'],
          testTimeout: 3 * MINUTE_MS,
          hookTimeout: 3 * MINUTE_MS,
        },
      },
      {
        // Inputs that no client should send, by the thousand: in a process of its own, because it measures.
        plugins: [shipped, dashboard],
        test: {
          ...common,
          name: 'fuzz',
          include: ['test/fuzz/**/*.test.ts'],
          pool: 'forks',
          fileParallelism: false,
          execArgv: ['--expose-gc'],
          testTimeout: 60 * MINUTE_MS,
        },
      },
      {
        // Whether every Node that the package runs on answers alike: needs an npm registry, which has them.
        plugins: [shipped, dashboard],
        test: {
          ...common,
          name: 'nodes',
          include: ['test/nodes/**/*.test.ts'],
          globalSetup: ['test/support/print-draw.ts'],
          testTimeout: 5 * MINUTE_MS,
          hookTimeout: MINUTE_MS,
        },
      },
      {
        // What needs Chromium.
        plugins: [shipped, dashboard],
        test: {
          ...common,
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          testTimeout: 5 * MINUTE_MS,
          hookTimeout: MINUTE_MS,
        },
      },
      {
        // What needs a package registry: the packed package, as npm installs it.
        plugins: [shipped, dashboard],
        test: {
          ...common,
          name: 'installed',
          include: ['test/installed/**/*.test.ts'],
          exclude: ['test/installed/project/**'],
          globalSetup: ['test/installed/pack.ts'],
          testTimeout: 5 * MINUTE_MS,
          hookTimeout: 5 * MINUTE_MS,
        },
      },
      {
        // What the sweep finds in the clients of docs/examples/sweep: some four hundred runs of a suite, in minutes; CI tries the defects alone.
        plugins: [shipped, dashboard],
        test: {
          ...common,
          name: 'swept',
          include: ['test/swept/**/*.test.ts'],
          testTimeout: MINUTE_MS,
          hookTimeout: 10 * MINUTE_MS,
        },
      },
      {
        // What needs nginx: several simulators behind one address.
        plugins: [shipped, dashboard],
        test: {
          ...common,
          name: 'scale',
          include: ['test/scale/**/*.test.ts'],
          testTimeout: 5 * MINUTE_MS,
          hookTimeout: MINUTE_MS,
        },
      },
      {
        // What needs Go and a JDK.
        plugins: [shipped, dashboard],
        test: { ...common, name: 'toolchains', include: ['test/toolchains/**/*.test.ts'], testTimeout: 2 * MINUTE_MS },
      },
      {
        // What needs root and tools for containers.
        plugins: [shipped, dashboard],
        test: {
          ...common,
          name: 'image',
          include: ['test/image/**/*.test.ts'],
          globalSetup: ['test/support/build-image.ts'],
          fileParallelism: false,
          testTimeout: MINUTE_MS,
          hookTimeout: MINUTE_MS,
        },
      },
    ],
  },
})
