import { defineConfig } from 'vitest/config'

/** What needs root and tools for containers: npm run test:image. */
export default defineConfig({
  test: { include: ['test/image/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 600_000 },
})
