import type { LintRule } from './lint-rule.ts'

const clockFiles = [
  'packages/*/src/**/clock.ts',
  'packages/*/src/**/clock/*.ts',
  'packages/*/src/**/*-clock.ts',
]

/** Names that belong to one place each. `tools/lint-rules.test.ts` uses every one of them wrongly and expects the error. */
export const lintRules: readonly LintRule[] = [
  {
    name: 'storage',
    globals: ['localStorage', 'sessionStorage'],
    message:
      'one module owns what survives a reload, so that keys, versions and logout are right. Use platform/storage.ts.',
    owners: ['packages/web/src/platform/storage.ts', 'packages/web/src/platform/storage/*.ts'],
  },
  {
    name: 'network',
    globals: ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'],
    members: ['navigator.sendBeacon'],
    message:
      'requests carry the token, the time limit and the codes of the contract. Use platform/api.ts or the room socket; on the server, a port.',
    owners: [
      'packages/web/src/platform/**',
      // A document of its own, which has no session and knows no call.
      'packages/web/src/pay/**',
      'packages/server/src/ports/**',
      'packages/server/src/testing/**',
      'packages/desktop/src/system/server-probe.ts',
    ],
  },
  {
    name: 'timers',
    globals: ['setTimeout', 'setInterval', 'setImmediate', 'requestAnimationFrame', 'requestIdleCallback'],
    modules: ['node:timers', 'node:timers/promises', 'timers', 'timers/promises'],
    message:
      'a timer that nobody can hold makes tests sleep and outlives what started it. Take a clock and use its timers.',
    owners: [...clockFiles, 'packages/server/src/main.ts'],
  },
  {
    name: 'now',
    members: ['Date.now'],
    emptyNew: ['Date'],
    message: 'time is an input. Take a clock and ask it.',
    owners: clockFiles,
  },
  {
    name: 'random',
    members: ['Math.random'],
    message: 'tests need the same luck twice. Take a random source; for ids and secrets use crypto.',
    owners: ['packages/*/src/**/random.ts'],
  },
  {
    name: 'environment',
    members: ['process.env'],
    message: 'configuration is read and checked once. Add it to server/src/config.ts and pass the value in.',
    owners: ['packages/server/src/config.ts', 'packages/desktop/src/system/environment.ts'],
  },
]
