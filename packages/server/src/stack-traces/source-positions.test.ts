import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toSourcePositions } from './source-positions.ts'

describe('positions in the built server', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tavla-stack-'))
    mkdirSync(join(folder, 'packages/server/dist'), { recursive: true })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const url = (path: string) => pathToFileURL(join(folder, path)).href

  it('become those of the sources, by line and column', () => {
    const sources = ['../src/first.ts', '../src/second.ts']
    // Line 1 is of the first source; line 2 begins in the second one, and its column 20 is 20 lines further down there.
    const map = { version: 3, sources, mappings: 'AAAA;ACQA,oBAoBA' }
    writeFileSync(join(folder, 'packages/server/dist/main.js.map'), JSON.stringify(map))
    const built = url('packages/server/dist/main.js')
    const stack = `Error: no\n    at a (${built}:1:5)\n    at b (${built}:2:20)\n    at async ${built}:2:21\n    at c (${built}:3:1)`
    expect(toSourcePositions(stack, url('packages/server/dist/')).split('\n')).toEqual([
      'Error: no',
      `    at a (${url('packages/server/src/first.ts')}:1)`,
      `    at b (${url('packages/server/src/second.ts')}:9)`,
      `    at async ${url('packages/server/src/second.ts')}:29`,
      `    at c (${built}:3:1)`,
    ])
  })

  it('stay as they are without a source map', () => {
    const stack = `Error: no\n    at a (${url('packages/server/dist/other.js')}:1:5)\n    at b (node:fs:1:2)`
    expect(toSourcePositions(stack, url('packages/server/dist/'))).toBe(stack)
  })

  it('of other folders, which a message could name, stay as they are', () => {
    const map = { version: 3, sources: ['../src/secret.ts'], mappings: 'AAAA' }
    writeFileSync(join(folder, 'packages/server/dist/main.js.map'), JSON.stringify(map))
    for (const named of [
      url('packages/server/dist/main.js'),
      `${url('packages/server/dist/')}../dist/main.js`,
      'file://example.com/packages/server/dist/main.js',
    ])
      expect(toSourcePositions(`Error: at ${named}:1:1`)).toBe(`Error: at ${named}:1:1`)
  })
})
