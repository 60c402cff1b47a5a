import { defineConfig } from '@playwright/test'
import { browserArguments, findBrowser } from './tools/find-browser.ts'

const executablePath = findBrowser()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // Generous, since a slow machine with other work takes several times as long as an idle one.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  // A test waits for frames and responses half of its time, so four keep two cores busy.
  workers: 4,
  reporter: [['list'], ['json', { outputFile: '.tavla/reports/playwright.json' }]],
  use: {
    actionTimeout: 30_000,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    screenshot: 'only-on-failure',
    // Screenshots and snapshots of every step would cost a quarter of the processor.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        ...browserArguments,
        // The browser's own error page tries again by itself, and would race with the test’s own navigation.
        '--disable-auto-reload',
      ],
    },
  },
})
