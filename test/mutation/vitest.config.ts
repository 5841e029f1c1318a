import { defineConfig } from 'vitest/config'
import { dashboard } from '../../build-tools/dashboard.ts'
import { shipped } from '../../build-tools/shipped.ts'

const inProcess = [
  'unit',
  'api',
  'dialects',
  'embedding',
  'faults',
  'findings',
  'fixtures',
  'journal',
  'sandboxes',
  'scenarios',
  'stubs',
  'trial',
]

/** The tests that mutants of src are tried against: those that run in their own process, for a mutant is there only. */
export default defineConfig({
  plugins: [shipped, dashboard],
  test: {
    include: [
      ...inProcess.map((folder) => `test/${folder}/**/*.test.ts`),
      // The others of this folder start processes.
      'test/sweep/{hammering,kept-reports,plan,progress,report,requests,scenario,verdict,watch}.test.ts',
      'test/conformance/{documents-taken,generated-files,rules-named,values-taken}.test.ts',
    ],
    exclude: [
      'test/**/*.property.test.ts',
      'test/embedding/vitest-project.test.ts',
      'test/embedding/library-folder.test.ts',
    ],
    isolate: false,
    pool: 'threads',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
