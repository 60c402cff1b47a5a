import { existsSync, readdirSync } from 'node:fs'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'
import { createLintRule } from './tools/lint/lint-rule.ts'
import { lintRules } from './tools/lint/lint-rules.ts'
import { kindsRule } from './tools/lint/kinds.ts'
import { wordsRule } from './tools/lint/words.ts'

const tests = ['**/*.test.{ts,tsx}', '**/testing/**', '**/testing.ts', 'e2e/**', 'tools/**']

// Files whose functions may be longer than 100 lines; at most five.
const longFunctions = [
  // A list of statements that has been released and never changes.
  'packages/server/migrations/0002_spaces.ts',
]

// The names of our shapes are their folders: adding a shape needs no line here.
const shapes = 'packages/canvas/src/shapes'
const shapesFolder = new URL(`${shapes}/`, import.meta.url)
const shapeKinds = (existsSync(shapesFolder) ? readdirSync(shapesFolder, { withFileTypes: true }) : [])
  .filter((entry) => entry.isDirectory() && entry.name !== 'shared')
  .map((entry) => entry.name)

const tavla = {
  rules: {
    ...Object.fromEntries(lintRules.map((rule) => [rule.name, createLintRule(rule)])),
    kinds: kindsRule(shapeKinds),
    words: wordsRule,
  },
}

// ESLint's own rules about code that cannot be meant, and that types do not see.
const mistakes = [
  'no-async-promise-executor',
  'no-compare-neg-zero',
  'no-cond-assign',
  'no-constant-binary-expression',
  'no-constant-condition',
  'no-debugger',
  'no-dupe-else-if',
  'no-duplicate-case',
  'no-empty-character-class',
  'no-empty-pattern',
  'no-ex-assign',
  'no-fallthrough',
  'no-irregular-whitespace',
  'no-loss-of-precision',
  'no-prototype-builtins',
  'no-regex-spaces',
  'no-self-assign',
  'no-self-compare',
  'no-sparse-arrays',
  'no-unreachable',
  'no-unsafe-finally',
  'no-unsafe-negation',
  'no-unsafe-optional-chaining',
  'no-unused-labels',
  'no-useless-backreference',
  'no-useless-catch',
  'no-useless-escape',
  'require-yield',
  'use-isnan',
  'valid-typeof',
]

const restrictedSyntax = [
  {
    selector:
      ':matches(PropertyDefinition, MethodDefinition[kind!="constructor"])[accessibility=/private|protected/]',
    message: 'Write #name: it is private at run time as well, and there is one way to say it.',
  },
  {
    selector: 'ExportAllDeclaration',
    message: 'List the names: an entry that exports everything hides what others rely on.',
  },
  {
    selector: 'ExportDefaultDeclaration',
    message:
      'Export by name, so that it is called the same everywhere. Only configuration files need a default.',
  },
  {
    selector: 'MemberExpression[object.name="vi"][property.name=/^wait(For|Until)$/]',
    message: 'Use expect.poll: its limit is set for all tests, this one gives up after a second.',
  },
]

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '.tavla/**',
      'bench/**',
      'e2e/fixtures/**',
      'test-results/**',
      '**/*.d.ts',
    ],
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strict],
    plugins: { tavla },
    languageOptions: {
      parserOptions: {
        // One program of everything, quicker than each package's own; the types themselves are checked elsewhere.
        project: 'tools/lint/tsconfig.json',
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      ...Object.fromEntries(mistakes.map((rule) => [rule, 'error'])),
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-empty': ['error', { allowEmptyCatch: false }],
      'no-restricted-syntax': ['error', ...restrictedSyntax],
      'no-var': 'error',
      'prefer-const': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false, properties: false } },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // The router's way of sending somebody elsewhere is to throw an answer.
      '@typescript-eslint/only-throw-error': ['error', { allow: [{ from: 'lib', name: 'Response' }] }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      'tavla/words': 'error',
    },
  },
  {
    files: ['packages/*/src/**/*.{ts,tsx}', 'packages/server/migrations/**/*.ts'],
    rules: Object.fromEntries([
      ...lintRules.map((rule) => [`tavla/${rule.name}`, 'error']),
      ['tavla/kinds', 'error'],
    ]),
  },
  ...lintRules.map((rule) => ({ files: [...rule.owners], rules: { [`tavla/${rule.name}`]: 'off' } })),
  // A converter's subject is the kinds of two formats.
  { files: [`${shapes}/**`, 'packages/canvas/src/import/**'], rules: { 'tavla/kinds': 'off' } },
  // A browser's console is where spec §8 wants what went wrong silently.
  { files: ['packages/web/src/**'], rules: { 'no-console': ['error', { allow: ['warn', 'error'] }] } },
  {
    files: ['packages/canvas/**'],
    rules: {
      // Records are flat objects whose fields come and go.
      '@typescript-eslint/no-dynamic-delete': 'off',
      // Geometry and codecs walk number arrays by index, where every element would need a check that cannot fail.
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: tests,
    rules: {
      'no-console': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      'tavla/environment': 'off',
      'tavla/kinds': 'off',
      'tavla/network': 'off',
      'tavla/storage': 'off',
      'tavla/timers': 'off',
    },
  },
  {
    files: ['packages/web/src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  // A longer function holds more than one idea: a class with private state, or smaller functions, say which.
  {
    files: ['packages/*/src/**/*.{ts,tsx}', 'packages/server/migrations/**/*.ts'],
    ignores: [...tests, ...longFunctions],
    rules: {
      'max-lines-per-function': ['error', { max: 100, skipBlankLines: true, skipComments: true }],
    },
  },
  // Playwright reads the names of the fixtures that a function needs from its pattern: an empty one needs none.
  {
    files: ['e2e/**'],
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },
  {
    files: ['**/*.config.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
)
