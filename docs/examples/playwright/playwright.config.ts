import { defineConfig } from '@playwright/test'

const baseURL = `http://127.0.0.1:${process.env['PORT'] ?? 4173}`

export default defineConfig({
  testMatch: '*.spec.ts',
  use: {
    baseURL,
    // A browser of the system, in place of those that `npx playwright install` fetches.
    launchOptions: { executablePath: process.env['CHROMIUM'] },
  },
  // Stands for the dev server of your application.
  webServer: { command: 'node server.js', url: baseURL },
})
