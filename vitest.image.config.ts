import { defineConfig } from 'vitest/config'

/** What needs root and tools for containers: npm run test:image. */
export default defineConfig({
  test: {
    include: ['test/image/**/*.test.ts'],
    globalSetup: 'test/support/build-image.ts',
    fileParallelism: false,
    testTimeout: 60_000,
  },
})
