import { defineConfig } from '@playwright/test'
import { findBrowser } from './tools/find-browser.ts'

const executablePath = findBrowser()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // Journeys start real servers and several browser pages each; two at once on a small machine only slow each other.
  workers: 1,
  reporter: [['list'], ['json', { outputFile: '.tavla/reports/playwright.json' }]],
  use: {
    actionTimeout: 15_000,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--no-first-run',
        // The browser's own error page tries again by itself, and would race the journey's own navigation.
        '--disable-auto-reload',
      ],
    },
  },
})
