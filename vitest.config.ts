import { defineConfig } from 'vitest/config'
import { dashboard } from './build-tools/dashboard.ts'
import { reference } from './build-tools/reference.ts'
import { shipped } from './build-tools/shipped.ts'

// Else the native library of Pact looks up an analytics host. It does not see what a worker thread sets.
process.env['PACT_DO_NOT_TRACK'] = 'true'

const MINUTE_MS = 60_000

/** What has a project of its own needs more than `npm ci`, takes minutes, or belongs to the checks. */
const apart = ['lint', 'limits', 'fuzz', 'nodes', 'browser', 'image', 'installed', 'swept', 'scale', 'toolchains'].map(
  (folder) => `test/${folder}/**`,
)

export default defineConfig({
  test: {
    // Every processor: by itself Vitest leaves one out, which is half of two.
    maxWorkers: '100%',
    projects: [
      {
        plugins: [shipped, dashboard, reference],
        test: {
          name: 'main',
          include: ['test/**/*.test.ts'],
          exclude: apart,
          isolate: false,
          pool: 'threads',
          // A hang is found all the same; a machine that has other work to do fails nothing.
          testTimeout: MINUTE_MS,
          hookTimeout: MINUTE_MS,
        },
      },
      {
        // Whether the linter finds what it is to find, and whether GitHub can read the workflows: npm run check.
        logLevel: 'error',
        test: {
          name: 'lint',
          include: ['test/lint/**/*.test.ts'],
          testTimeout: MINUTE_MS,
          hookTimeout: MINUTE_MS,
          // It imports JSON as only bundlers read it.
          server: { deps: { inline: ['@actions/workflow-parser'] } },
        },
      },
      {
        // Whether any input costs more time or memory than its size deserves: one after the other, because they measure.
        plugins: [shipped, dashboard, reference],
        test: {
          name: 'limits',
          include: ['test/limits/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 3 * MINUTE_MS,
          hookTimeout: 3 * MINUTE_MS,
        },
      },
      {
        // Inputs that no client should send, by the thousand: in a process of its own, because it measures.
        plugins: [shipped, dashboard, reference],
        test: {
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
        test: {
          name: 'nodes',
          include: ['test/nodes/**/*.test.ts'],
          testTimeout: 5 * MINUTE_MS,
          hookTimeout: MINUTE_MS,
        },
      },
      {
        // What needs Chromium.
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          testTimeout: 2 * MINUTE_MS,
          hookTimeout: MINUTE_MS,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        // What needs a package registry: the packed package, as npm installs it.
        test: {
          name: 'installed',
          include: ['test/installed/**/*.test.ts'],
          exclude: ['test/installed/project/**'],
          globalSetup: ['test/installed/pack.ts'],
          testTimeout: 2 * MINUTE_MS,
          hookTimeout: 5 * MINUTE_MS,
        },
      },
      {
        // What the sweep finds in the clients of docs/examples/sweep: some four hundred runs of a suite, in minutes; CI tries the defects alone.
        test: {
          name: 'swept',
          include: ['test/swept/**/*.test.ts'],
          testTimeout: MINUTE_MS,
          hookTimeout: 10 * MINUTE_MS,
        },
      },
      {
        // What needs nginx: several simulators behind one address.
        test: {
          name: 'scale',
          include: ['test/scale/**/*.test.ts'],
          testTimeout: 5 * MINUTE_MS,
          hookTimeout: MINUTE_MS,
        },
      },
      {
        // What needs Go and a JDK.
        test: { name: 'toolchains', include: ['test/toolchains/**/*.test.ts'], testTimeout: 2 * MINUTE_MS },
      },
      {
        // What needs root and tools for containers.
        test: {
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
