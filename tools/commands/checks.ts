import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dependencyProblems } from '../check-rules/dependency-table.ts'
import { docsPathProblems } from '../check-rules/docs-paths.ts'
import { folderProblems } from '../check-rules/folders.ts'
import { localeProblems } from '../check-rules/locale-problems.ts'
import { openApiText } from './openapi.ts'
import { captureNode, packageScript, root } from '../run.ts'
import { screenSizeProblems } from '../check-rules/screen-sizes.ts'
import { sizeProblems } from '../check-rules/size.ts'
import { listFiles } from '../tree.ts'

/** One check of the repository; it returns what is wrong, or an empty text. */
export interface Check {
  readonly name: string
  /** What it guards, in a few words. */
  readonly guards: string
  run(): Promise<string>
}

const cache = join(root, '.tavla')

/** Changes with our own rules: ESLint knows its configuration, but not what a rule of ours says. */
function getRulesHash(): string {
  const folder = join(root, 'tools/lint')
  const hash = createHash('sha256')
  for (const name of readdirSync(folder).sort()) hash.update(readFileSync(join(folder, name)))
  return hash.digest('hex').slice(0, 12)
}

/** Files that did not change are not looked at again. A rule that reads types may then miss what another file changed,
 * until a run without a cache: continuous integration has none. */
export const lintCache = [
  '--cache',
  '--cache-strategy=content',
  `--cache-location=${join(cache, `eslint-${getRulesHash()}`)}`,
] as const
export const formatCache = [
  '--cache',
  '--cache-strategy=content',
  `--cache-location=${join(cache, 'prettier')}`,
] as const

/** Every check, the slow ones first, so that two at a time end together. */
export function allChecks(): readonly Check[] {
  return [
    {
      name: 'lint',
      guards: 'style, hooks, and names that belong to one file',
      run: () => program(packageScript('eslint/bin/eslint.js'), ['.', '--max-warnings=0', ...lintCache]),
    },
    ...typeChecks(),
    {
      name: 'boundaries',
      guards: 'who may import whom, no cycles',
      run: () => {
        const script = packageScript('dependency-cruiser/bin/dependency-cruiser.mjs')
        const folders = ['packages', 'tools', 'e2e']
        const cached = ['--cache', join(cache, 'boundaries'), '--cache-strategy', 'content']
        return program(script, ['--config', 'boundaries.cjs', ...cached, ...folders])
      },
    },
    {
      name: 'screens',
      guards: 'how much JavaScript a screen loads before it is shown',
      run: async () => (await screenSizeProblems()).join('\n'),
    },
    {
      name: 'format',
      guards: 'one layout of source text',
      run: () =>
        program(packageScript('prettier/bin/prettier.cjs'), [
          '--check',
          '.',
          '--log-level=warn',
          ...formatCache,
        ]),
    },
    {
      name: 'unused',
      guards: 'files and exports that nobody uses',
      run: () =>
        program(packageScript('knip/bin/knip.js'), [
          '--include',
          'files,exports,types',
          '--reporter',
          'compact',
          '--no-progress',
        ]),
    },
    { name: 'size', guards: 'files that are one idea', run: () => problems(sizeProblems) },
    { name: 'docs', guards: 'paths named in documents', run: () => problems(docsPathProblems) },
    {
      name: 'dependencies',
      guards: 'a reason for each in README.md',
      run: () => problems(dependencyProblems),
    },
    {
      name: 'folders',
      guards: 'at most 25 files in a folder, and one name for one file of a package',
      run: () => problems(folderProblems),
    },
    {
      name: 'openapi',
      guards: 'docs/openapi.json says what the contract says',
      run: () => problems(openApiProblems),
    },
    { name: 'locales', guards: 'every key has words in every language', run: () => problems(localeProblems) },
  ]
}

/** One for each tsconfig: a pure layer is one that compiles without the browser's and Node's types. */
function typeChecks(): Check[] {
  const configs = listFiles().filter((path) =>
    /^(packages\/[^/]+|tools|e2e)\/tsconfig[^/]*\.json$/.test(path),
  )
  return configs.map((config) => ({
    name: `types ${config.replace(/\/tsconfig\.json$/, '').replace(/\/tsconfig\.(.+)\.json$/, ' $1')}`,
    guards: 'types, and that pure layers know neither browser nor Node',
    run: () => {
      mkdirSync(cache, { recursive: true })
      const info = join(cache, `${config.replaceAll('/', '-')}.tsbuildinfo`)
      const options = ['--noEmit', '--incremental', '--tsBuildInfoFile', info, '--pretty', 'false']
      return program(packageScript('typescript-7/bin/tsc'), ['-p', config, ...options])
    },
  }))
}

function openApiProblems(): string[] {
  const path = join(root, 'docs/openapi.json')
  const written = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const hint =
    'docs/openapi.json is not what the contract says; run npm run openapi and look at the difference'
  return written === openApiText() ? [] : [hint]
}

async function program(script: string, args: readonly string[]): Promise<string> {
  const { code, output } = await captureNode([script, ...args])
  return code === 0 ? '' : output.trim() || `ended with ${code}`
}

async function problems(find: () => readonly string[]): Promise<string> {
  return find().join('\n')
}
