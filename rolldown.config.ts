import { chmodSync } from 'node:fs'
import { defineConfig, type Plugin } from 'rolldown'
import { licenses } from './build-tools/licenses.ts'
import { dashboard } from './build-tools/dashboard.ts'
import { withoutFakerTables } from './build-tools/faker-tables.ts'
import { shipped } from './build-tools/shipped.ts'

/** What the library does not carry: Hono, whose app it hands out, and its optional peers. */
const installed = [/^hono(\/|$)/, /^vitest$/, /^msw(\/|$)/, /^@pact-foundation\/pact$/]

/** The little that every command needs. */
const everyCommand =
  /\/(node_modules\/(commander|fastest-levenshtein)\/.*|src\/(cli\/(io-command|options|usage-advice|variables)|kernel\/(error-message|nearest|object|printable|quote-for-shell|usage-error)|node\/client\/(health-problem|http-get|shown-url|system-error)|version)\.ts|package\.json)$/

/** Where npm has linked the command to the file, each build writes it anew. */
const executable: Plugin = { name: 'executable', writeBundle: () => chmodSync('dist/cli.cjs', 0o755) }

/** What both bundles are made with. */
const packed = [shipped, dashboard]

export default defineConfig([
  // The command carries everything it needs, so that it runs without node_modules, and reads what it is asked for.
  {
    platform: 'node',
    input: { cli: 'src/cli/bin.ts' },
    external: ['@pact-foundation/pact'],
    plugins: [...packed, withoutFakerTables, licenses('cli-licenses.txt'), executable],
    output: {
      dir: 'dist',
      cleanDir: true,
      // Node's loader of ES modules takes longer to get going than all of these files to be read.
      format: 'cjs',
      strict: true,
      // Text of one byte for each character is read more quickly than that of two.
      charset: 'ascii',
      entryFileNames: '[name].cjs',
      chunkFileNames: 'cli/[name].cjs',
      // Half the text is read in half the time; names stay, for whoever reads a stack.
      minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
      // Reading one file of what they share is quicker than reading a dozen.
      codeSplitting: {
        groups: [
          { name: 'command', test: everyCommand, priority: 1 },
          { name: 'simulator', minShareCount: 2 },
        ],
      },
    },
  },
  {
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'] },
    input: {
      'check-node': 'src/node/check-node.ts',
      index: 'src/index.ts',
      browser: 'src/browser.ts',
      vitest: 'src/vitest.ts',
      msw: 'src/msw.ts',
      pact: 'src/pact.ts',
      sweep: 'src/sweep.ts',
    },
    external: [...installed, /^node:/],
    plugins: [...packed, licenses('licenses.txt')],
    output: {
      dir: 'dist/lib',
      cleanDir: true,
      // What an entry for Node imports first: an old Node gets no further.
      banner: ({ isEntry, name }) =>
        isEntry && !['browser', 'check-node'].includes(name) ? "import './check-node.js'" : '',
    },
  },
])
