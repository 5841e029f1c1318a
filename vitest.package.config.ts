import { defineConfig } from 'vitest/config'

/** What needs a package registry: the packed package, as npm installs it. */
export default defineConfig({
  test: {
    include: ['test/installed/**/*.test.ts'],
    exclude: ['test/installed/project/**'],
    globalSetup: ['test/installed/pack.ts'],
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
})
