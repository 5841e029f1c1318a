import { defineConfig } from 'rolldown'

export default defineConfig({
  input: { cli: 'src/cli.ts', index: 'src/index.ts', contract: 'scripts/contract.ts' },
  platform: 'node',
  external: (id) => id.startsWith('node:'),
  moduleTypes: { '.yaml': 'text' },
  output: { dir: 'dist', format: 'esm', cleanDir: true },
})
