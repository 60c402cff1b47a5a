import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { configDefaults, defineConfig } from 'vitest/config'
import { browserArguments, findBrowser } from './tools/find-browser.ts'
import { boardFormat } from './packages/web/board-format-plugin.ts'
import { serverCommands } from './tools/server-commands.ts'

// Threads of databases and servers in processes of their own are compiled once, not at each of their thousand starts.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.tavla/compiled')

/** "npm run stress" searches for hours; few tests of "npm test" take a minute, even on a machine with other work. */
const longest = Number(process.env.TAVLA_TEST_HOURS ?? 0) * 3_600_000 || 180_000
/** Far more than anything takes on an idle machine: only what never comes is an error. */
const limits = { testTimeout: longest, hookTimeout: 180_000, expect: { poll: { timeout: 30_000 } } }

const databaseTests = 'packages/**/*.db.test.ts'
const browserTests = 'packages/**/*.browser.test.{ts,tsx}'

// What the browser tests import and Vite must prepare before they start: found halfway, it would reload the page
// under a running test.
const preparedForBrowser = [
  'react',
  'react/jsx-dev-runtime',
  'react-dom/client',
  'zod',
  '@mantine/core',
  '@preact/signals-core',
  '@tabler/icons-react',
  '@tanstack/react-query',
  'i18next',
  'react-i18next',
  'flatbush',
  'prosemirror-commands',
  'prosemirror-inputrules',
  'prosemirror-keymap',
  'prosemirror-model',
  'prosemirror-schema-list',
  'prosemirror-state',
  'prosemirror-transform',
  'prosemirror-view',
  'pdfkit',
  'pdfkit/output',
  'pdfjs-dist',
]

export default defineConfig({
  test: {
    // One more than there are cores of a small machine: databases and servers are waited for a third of the time.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      {
        plugins: [boardFormat()],
        test: {
          name: 'pure',
          environment: 'node',
          include: ['packages/**/*.test.{ts,tsx}', 'tools/**/*.test.ts', 'e2e/**/*.test.ts'],
          exclude: [...configDefaults.exclude, databaseTests, browserTests],
          // A process for each file would spend a third of the processor on loading the same modules two hundred times.
          isolate: false,
          ...limits,
        },
      },
      {
        test: {
          name: 'db',
          environment: 'node',
          include: [databaseTests],
          // As above; what a test starts it ends, and nothing of the server is kept in modules.
          isolate: false,
          globalSetup: ['tools/npm-test/test-postgres.ts'],
          ...limits,
        },
      },
      {
        plugins: [boardFormat()],
        optimizeDeps: { include: preparedForBrowser },
        test: {
          name: 'browser',
          include: [browserTests],
          ...limits,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            commands: serverCommands,
            provider: playwright({
              launchOptions: {
                executablePath: findBrowser() ?? 'chromium',
                args: [...browserArguments],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
