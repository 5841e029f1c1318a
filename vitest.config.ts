import { defineConfig } from 'vitest/config'
import { dashboard } from './dashboard.plugin.ts'
import { reference } from './reference.plugin.ts'
import { shipped } from './shipped.plugin.ts'

// Else the native library of Pact looks up an analytics host. It does not see what a worker thread sets.
process.env['PACT_DO_NOT_TRACK'] = 'true'

/** What needs more than `npm ci` has a configuration of its own. */
const apart = ['test/browser/**', 'test/image/**', 'test/installed/**']

export default defineConfig({
  plugins: [shipped, dashboard, reference()],
  test: {
    include: ['test/**/*.test.ts'],
    exclude: apart,
    isolate: false,
    pool: 'threads',
    // Every processor: by itself Vitest leaves one out, which is half of two.
    maxWorkers: '100%',
    // A hang is found all the same; a machine that has other work to do fails nothing.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
