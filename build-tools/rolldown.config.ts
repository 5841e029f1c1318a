import { defineConfig } from 'rolldown'
import { dashboard } from './dashboard.ts'
import { shipped } from './shipped.ts'

/** What works on the repository and is not shipped: the writers of generated files, and the bench with its programs. */
export default defineConfig({
  platform: 'node',
  external: ['playwright-core', 'rental-sim'],
  plugins: [shipped, dashboard],
  input: {
    contract: 'scripts/contract.ts',
    mutation: 'scripts/mutation.ts',
    openapi: 'scripts/openapi.ts',
    pages: 'scripts/pages.ts',
    pictures: 'scripts/pictures.ts',
    rules: 'scripts/rules.ts',
    schemas: 'scripts/schemas.ts',
    tape: 'scripts/tape.ts',
    'tape/player': 'test/tape/player.ts',
    types: 'scripts/types.ts',
    'bench/main': 'bench/main.ts',
  },
  output: { dir: 'build', cleanDir: true },
})
