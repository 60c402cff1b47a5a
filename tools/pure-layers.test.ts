import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { captureNode, packageScript, root } from './run.ts'

const pure = ['packages/contract/tsconfig.json', 'packages/canvas/tsconfig.pure.json']
const foreign = ['window', 'document', 'localStorage', 'process', 'Buffer', 'require', 'setTimeout', 'fetch']

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** What the compiler says about one file under a pure layer's settings. */
async function compile(config: string, source: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tavla-pure-'))
  folders.push(folder)
  writeFileSync(join(folder, 'a.ts'), source)
  const settings = { extends: join(root, config), files: ['a.ts'], include: [], exclude: [] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  return (await captureNode([packageScript('typescript/bin/tsc'), '-p', folder, '--pretty', 'false'])).output
}

test.each(pure)('%s knows neither the browser nor Node', async (config) => {
  const output = await compile(config, foreign.map((name) => `void ${name}\n`).join(''))
  expect(foreign.filter((name) => !output.includes(`'${name}'`))).toEqual([])
})

test.each(pure)('%s accepts what needs neither', async (config) => {
  expect(await compile(config, 'export const sum = [1, 2].map((n) => n * 2).toSorted()\n')).toBe('')
})

test('every folder called pure exists', () => {
  const { include } = JSON.parse(readFileSync(join(root, pure[1] ?? ''), 'utf8')) as { include: string[] }
  expect(include.filter((path) => !existsSync(join(root, 'packages/canvas', path)))).toEqual([])
})
