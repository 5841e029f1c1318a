import { defineConfig } from 'vitest/config'
import { dashboard } from '../../build-tools/dashboard.ts'
import { shipped } from '../../build-tools/shipped.ts'

process.env['VARIANTS'] = 'all'

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

/** Of the tests that take long, those that notice most in little time. */
const deep = [
  'conformance/{documents-taken,rules-named,values-taken}',
  'contract/{touches,write-command}',
  // The others compare whole sessions, which takes minutes.
  'drift/!(broken|changes|loop)',
  'fixtures/kept-imports',
  'journal/{criteria-taken,replay}',
  'sweep/kept-reports',
]

/** The tests that mutants of src are tried against: those that run in their own process, for a mutant is there only. */
export default defineConfig({
  plugins: [shipped, dashboard],
  test: {
    include: [
      ...inProcess.map((folder) => `test/${folder}/**/!(*.deep).test.ts`),
      ...deep.map((file) => `test/${file}.deep.test.ts`),
      // The others of this folder start processes.
      'test/sweep/{hammering,plan,progress,report,requests,scenario,verdict,watch}.test.ts',
      'test/conformance/generated-files.test.ts',
    ],
    exclude: ['test/embedding/library-folder.test.ts'],
    isolate: false,
    pool: 'threads',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
