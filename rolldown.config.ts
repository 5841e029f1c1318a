import { defineConfig, type RolldownOptions } from 'rolldown'
import { shipped } from './shipped.plugin.ts'

const common = { platform: 'node', plugins: [shipped] } satisfies RolldownOptions

export default defineConfig([
  { ...common, input: { cli: 'src/cli.ts', index: 'src/index.ts' }, output: { dir: 'dist', cleanDir: true } },
  {
    ...common,
    input: { contract: 'scripts/contract.ts', schemas: 'scripts/schemas.ts', sandboxes: 'bench/sandboxes.ts' },
    output: { dir: 'build', cleanDir: true },
  },
])
