import { ESLint, Linter, type Rule } from 'eslint'
import tseslint from 'typescript-eslint'
import { describe, expect, test } from 'vitest'
import { type LintRule, createLintRule } from './lint/lint-rule.ts'
import { lintRules } from './lint/lint-rules.ts'
import { kindsRule } from './lint/kinds.ts'
import { wordsRule } from './lint/words.ts'
import { root } from './run.ts'

/** What a rule says about a piece of source. */
function reported(rule: Rule.RuleModule, source: string, filename = 'some-file.ts'): string[] {
  const config = {
    files: ['**/*.ts'],
    languageOptions: { parser: tseslint.parser as Linter.Parser },
    plugins: { tavla: { rules: { rule } } },
    rules: { 'tavla/rule': 'error' as const, 'no-var': 'off' as const },
    linterOptions: { reportUnusedDisableDirectives: 'off' as const },
  }
  return new Linter().verify(source, [config], filename).map((message) => message.message)
}

/** One line of source for every name that a rule forbids. */
function listViolations(rule: LintRule): string[] {
  return [
    ...(rule.globals ?? []).flatMap((name) => [`${name}`, `window.${name}`, `globalThis['${name}']`]),
    ...(rule.members ?? []),
    ...(rule.emptyNew ?? []).map((name) => `new ${name}()`),
    ...(rule.modules ?? []).map((name) => `import '${name}'`),
  ]
}

const everyViolation = lintRules.flatMap((rule) =>
  listViolations(rule).map((source) => [rule.name, source, rule] as const),
)

test.each(everyViolation)('the rule "%s" reports %s', (_name, source, rule) => {
  expect(reported(createLintRule(rule), source)).toHaveLength(1)
})

test.each([
  ['a name of one’s own', 'const fetch = () => 1; fetch()'],
  ['a field of the same name', 'const port = { fetch: 1 }; port.fetch'],
  ['a date made from a number', 'new Date(5)'],
])('no rule reports %s', (_name, source) => {
  expect(lintRules.flatMap((rule) => reported(createLintRule(rule), source))).toEqual([])
})

describe('shape kinds', () => {
  const rule = kindsRule(['sticky'])

  test.each([
    "record.kind === 'sticky'",
    "'sticky' !== record?.kind",
    "kind == 'sticky'",
    "switch (record.kind) { case 'sticky': break }",
  ])('%s is reported', (source) => {
    expect(reported(rule, source)).toHaveLength(1)
  })

  test.each([
    "record.kind === 'page'",
    "account.kind === 'guest'",
    'a.kind === b.kind',
    "tool.id === 'sticky'",
  ])('%s is not', (source) => {
    expect(reported(rule, source)).toEqual([])
  })
})

describe('words', () => {
  test.each([
    ['class UserHelper {}', 'some-file.ts'],
    ['function makeUtils() {}', 'some-file.ts'],
    ['interface BoardKeeper { a: 1 }', 'some-file.ts'],
    ['type Helper = 1', 'some-file.ts'],
    ['const kept = 1', 'some-file.ts'],
    ['const { a: kept } = b', 'some-file.ts'],
    ['const run = (keeper: string) => 1', 'some-file.ts'],
    ['function run(told = 1) {}', 'some-file.ts'],
    ['const nameOf = () => 1', 'some-file.ts'],
    ['const nameOf = new Map()', 'some-file.ts'],
    ['class Room { #trouble = 1 }', 'some-file.ts'],
    ['class Room { hurry() {} }', 'some-file.ts'],
    ['interface Room { things: number }', 'some-file.ts'],
    ['interface Room { nameOf(): string }', 'some-file.ts'],
    ['', 'board-keeper.ts'],
    ['', 'SomeFile.ts'],
    ['', 'string-utils.ts'],
    ['/* eslint-disable no-var */ var a', 'some-file.ts'],
    ['// TODO later', 'some-file.ts'],
  ])('%s in %s is reported', (source, filename) => {
    expect(reported(wordsRule, source, filename)).toHaveLength(1)
  })

  test.each([
    ['class Room {}', 'some-file.ts'],
    ['const { notices } = api; const a = { kept: 1 }', 'some-file.ts'],
    ['/* eslint-disable no-var -- an example of a reason */ var a', 'some-file.test.ts'],
    ['// TODO(0012) rooms of many servers', 'some-file.browser.test.ts'],
  ])('%s in %s is not', (source, filename) => {
    expect(reported(wordsRule, source, filename)).toEqual([])
  })
})

describe('the configuration', () => {
  const eslint = new ESLint({ cwd: root })
  const severity = async (rule: string, path: string) => {
    const config = (await eslint.calculateConfigForFile(path)) as { rules?: Record<string, [number]> }
    return config.rules?.[rule]?.[0]
  }

  test.each([
    ['tavla/storage', 'packages/web/src/platform/storage.ts', 'packages/web/src/state/session.ts'],
    [
      'tavla/network',
      'packages/web/src/platform/network/api.ts',
      'packages/web/src/features/members/queries.ts',
    ],
    ['tavla/timers', 'packages/canvas/src/editor/clock.ts', 'packages/canvas/src/editor/view/camera.ts'],
    ['tavla/now', 'packages/server/src/ports/clock/system-clock.ts', 'packages/server/src/http/mount.ts'],
    [
      'tavla/random',
      'packages/canvas/src/document/random.ts',
      'packages/canvas/src/document/apply/apply.test.ts',
    ],
    ['tavla/environment', 'packages/server/src/config.ts', 'packages/server/src/main.ts'],
    ['tavla/kinds', 'packages/canvas/src/shapes/rect/render.ts', 'packages/canvas/src/editor/view/camera.ts'],
  ])('%s is off in %s and on in %s', async (rule, owner, other) => {
    expect([await severity(rule, owner), await severity(rule, other)]).toEqual([0, 2])
  })
})
