import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepPrevious } from './keep-previous.ts'
import { sourceLocations } from './source-locations.ts'

describe('the server’s bundle', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tavla-bundle-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** Bundles sources, given by their name, into `dist` beside them. */
  async function build(sources: Readonly<Record<string, string>>): Promise<string> {
    for (const [name, code] of Object.entries(sources)) writeFileSync(join(folder, name), code)
    const output = join(folder, 'dist')
    const plugins = [sourceLocations(output), keepPrevious(output)]
    const bundle = await rolldown({ input: join(folder, 'main.ts'), platform: 'node', plugins })
    await bundle.write({ dir: output, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' })
    return output
  }

  it('finds files from where the sources are, and the programs of threads in itself', async () => {
    const output = await build({
      'main.ts': [
        'export const folder: string = import.meta.dirname',
        'export const url = import.meta.url',
        "export const thread = new URL('./thread.ts', import.meta.url)",
      ].join('\n'),
      'thread.ts': "export const told: string = 'in the thread'",
    })
    const main = (await import(join(output, 'main.js'))) as Record<'folder' | 'url', string> & { thread: URL }
    expect(join(main.folder)).toBe(folder)
    expect(main.url).toBe(`file://${folder}/main.ts`)
    expect(main.thread.pathname).toMatch(/^\S+\/dist\/thread-[^/]+\.js$/)
    expect(await import(main.thread.href)).toMatchObject({ told: 'in the thread' })
  })

  it('leaves the files of the build before, which a running server may still load', async () => {
    const page = (text: string) => ({
      'main.ts': "export const later = () => import('./later.ts')",
      'later.ts': `export const text = '${text}'`,
    })
    const list = (output: string) =>
      readdirSync(output)
        .filter((name) => name.startsWith('later'))
        .map((name) => /text = "(\w+)"/.exec(readFileSync(join(output, name), 'utf8'))?.[1])
        .sort()
    await build(page('first'))
    expect(list(await build(page('second')))).toEqual(['first', 'second'])
    expect(list(await build(page('third')))).toEqual(['second', 'third'])
  })
})
