import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readFile } from './testing.ts'

/** Files that other programs made; `SOURCES.md` beside them says where they come from. */
it.each([
  ['c4.drawio', { frame: 4, text: 14, rect: 54, figure: 8, connector: 29 }, { otherForm: 6, link: 3 }],
  ['data-flow.drawio', { frame: 2, rect: 12, ellipse: 12, connector: 36 }, { otherForm: 6, link: 1 }],
  ['sample.canvas', { frame: 1, rect: 4, connector: 1 }, { fileOutside: 3 }],
])('%s comes in whole, as records that a board takes', (name, made, notes) => {
  const { report } = readFile(
    name,
    readFileSync(new URL(`../../../../e2e/fixtures/${name}`, import.meta.url)),
  )
  expect(Object.fromEntries(report.made)).toEqual(made)
  expect(Object.fromEntries(report.notes.map((note) => [note.name, note.count]))).toEqual(notes)
})
