import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { longestFile, readOpenedFile, resolveFileArguments } from './opened-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'tavla-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('makes file arguments absolute, and leaves all others', () => {
  const others = [
    'https://x.org/a.tavla',
    'tavla://open/dashboard?x=.tavla',
    'file://elsewhere/a.tavla',
    '-x.tavla',
  ]
  expect(resolveFileArguments([...others, 'notes.txt'], '/home/ada')).toEqual([...others, 'notes.txt'])
  expect(
    resolveFileArguments(['A b.tavla', '/x/B.excalidraw', pathToFileURL('/y/C d.tavla').href], '/home/ada'),
  ).toEqual(['/home/ada/A b.tavla', '/x/B.excalidraw', '/y/C d.tavla'])
})

it('reads a file, and returns what it cannot read empty', async () => {
  writeFileSync(join(folder, 'A.tavla'), 'content')
  mkdirSync(join(folder, 'B.tavla'))
  expect(await readOpenedFile(join(folder, 'A.tavla'))).toEqual({ name: 'A.tavla', base64: btoa('content') })
  expect(await readOpenedFile(join(folder, 'B.tavla'))).toEqual({ name: 'B.tavla', base64: '' })
  expect(await readOpenedFile(join(folder, 'C.tavla'))).toEqual({ name: 'C.tavla', base64: '' })
  writeFileSync(join(folder, 'D.tavla'), '')
  truncateSync(join(folder, 'D.tavla'), longestFile + 1)
  const tooLarge = { name: 'D.tavla', base64: '', isTooLarge: true }
  expect(await readOpenedFile(join(folder, 'D.tavla'))).toEqual(tooLarge)
})
