import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [
    {
      name: 'yaml-as-text',
      transform: (code, id) => (id.endsWith('.yaml') ? `export default ${JSON.stringify(code)}` : undefined),
    },
  ],
  test: { include: ['test/**/*.test.ts'], isolate: false, pool: 'threads' },
})
