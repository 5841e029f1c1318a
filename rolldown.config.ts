import { defineConfig } from 'rolldown'

const common = {
  platform: 'node',
  moduleTypes: { '.yaml': 'text' },
} as const

export default defineConfig([
  { ...common, input: { cli: 'src/cli.ts', index: 'src/index.ts' }, output: { dir: 'dist', cleanDir: true } },
  { ...common, input: { contract: 'scripts/contract.ts' }, output: { dir: 'build', cleanDir: true } },
])
