import { existsSync, readdirSync } from 'node:fs'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'
import { fenceRule } from './tools/lint/fence.ts'
import { fences } from './tools/lint/fences.ts'
import { kindsRule } from './tools/lint/kinds.ts'
import { wordsRule } from './tools/lint/words.ts'

const tests = ['**/*.test.{ts,tsx}', '**/testing/**', '**/testing.ts', 'e2e/**', 'tools/**']

// The names of our shapes are their folders: adding a shape needs no line here.
const shapes = 'packages/canvas/src/shapes'
const shapesFolder = new URL(`${shapes}/`, import.meta.url)
const shapeKinds = (existsSync(shapesFolder) ? readdirSync(shapesFolder, { withFileTypes: true }) : [])
  .filter((entry) => entry.isDirectory() && entry.name !== 'shared')
  .map((entry) => entry.name)

const house = {
  rules: {
    ...Object.fromEntries(fences.map((fence) => [fence.name, fenceRule(fence)])),
    kinds: kindsRule(shapeKinds),
    words: wordsRule,
  },
}

const restrictedSyntax = [
  {
    selector: 'ExportAllDeclaration',
    message: 'List the names: an entry that exports everything hides what others rely on.',
  },
  {
    selector: 'ExportDefaultDeclaration',
    message:
      'Export by name, so that it is called the same everywhere. Only configuration files need a default.',
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
    ],
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strict],
    plugins: { house },
    languageOptions: {
      parserOptions: {
        project: [
          'packages/*/tsconfig.json',
          'packages/{contract,canvas,web}/tsconfig.test.json',
          'tools/tsconfig.json',
          'e2e/tsconfig.json',
        ],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-empty': ['error', { allowEmptyCatch: false }],
      'no-restricted-syntax': ['error', ...restrictedSyntax],
      'no-var': 'error',
      'prefer-const': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      'house/words': 'error',
    },
  },
  {
    files: ['packages/*/src/**/*.{ts,tsx}', 'packages/server/migrations/**/*.ts'],
    rules: Object.fromEntries([
      ...fences.map((fence) => [`house/${fence.name}`, 'error']),
      ['house/kinds', 'error'],
    ]),
  },
  ...fences.map((fence) => ({ files: [...fence.owners], rules: { [`house/${fence.name}`]: 'off' } })),
  { files: [`${shapes}/**`], rules: { 'house/kinds': 'off' } },
  // Geometry and codecs walk number arrays by index, where every element would need a check that cannot fail.
  { files: ['packages/canvas/**'], rules: { '@typescript-eslint/no-non-null-assertion': 'off' } },
  {
    files: tests,
    rules: {
      'no-console': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      'house/environment': 'off',
      'house/kinds': 'off',
      'house/network': 'off',
      'house/storage': 'off',
      'house/timers': 'off',
    },
  },
  {
    files: ['packages/web/src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    files: ['**/*.config.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
)
