import { defineConfig } from 'vitest/config'
import { shipped } from './shipped.plugin.ts'

export default defineConfig({
  plugins: [shipped],
  test: { include: ['test/**/*.test.ts'], isolate: false, pool: 'threads' },
})
