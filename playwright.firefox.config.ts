import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'
import { findFirefox } from './tools/find-browser.ts'

const firefox = findFirefox() ?? 'firefox'

/**
 * The e2e tests on Firefox, by WebDriver BiDi. What is left out drives another browser or needs its protocol: tests
 * with the tag `@chromium`, the desktop app, and voice with sounds from a file. Tests with the tag `@cuts-sockets` take
 * the network from open sockets, which Firefox’s driver leaves connected; it also does not report frames of sockets.
 */
export default defineConfig({
  ...base,
  testIgnore: ['**/e2e/desktop/**', '**/voice*.spec.ts', '**/webkit.spec.ts'],
  grepInvert: /@chromium|@cuts-sockets/,
  outputDir: '.tavla/firefox-results',
  workers: 2,
  reporter: [['list'], ['json', { outputFile: '.tavla/reports/playwright-firefox.json' }]],
  use: {
    ...base.use,
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: {
      executablePath: join(import.meta.dirname, 'tools/browsers/firefox.sh'),
      env: { ...process.env, TAVLA_FIREFOX: firefox, TAVLA_NODE: process.execPath },
      firefoxUserPrefs: {
        // Nothing is asked for and nothing is fetched that the tests do not ask for.
        'app.update.disabledForTesting': true,
        'browser.shell.checkDefaultBrowser': false,
        'datareporting.policy.dataSubmissionEnabled': false,
        'dom.events.testing.asyncClipboard': true,
        // A PDF that is saved is not opened in a tab as well.
        'pdfjs.disabled': true,
        // The host of the tests over plain HTTP.
        'network.dns.localDomains': 'tavla.test',
        'network.captive-portal-service.enabled': false,
        'network.connectivity-service.enabled': false,
        'services.settings.server': 'data:,',
        'toolkit.telemetry.enabled': false,
      },
    },
  },
})
