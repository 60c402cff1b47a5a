import { expect, test } from 'vitest'
import type { RichText } from '../../document/text/rich-text.ts'
import { BoardDriver } from '../../testing/board-driver.ts'

const bold = { type: 'bold' }
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const text = (content: string, ...marks: object[]) =>
  marks.length > 0 ? { type: 'text', text: content, marks } : { type: 'text', text: content }

function openNote(...content: object[]): { board: BoardDriver; read: () => unknown } {
  const board = new BoardDriver()
  const id = board.put('sticky', 100, 100, 200, 200, { text: { type: 'doc', content } as RichText })
  board.editor.selection.set([id])
  return { board, read: () => (board.get(id)['text'] as RichText).content }
}

test('a format is turned on for a whole element and off again, and undo restores what it was', async () => {
  const before = [
    paragraph(text('one '), text('two', bold), text(' three', { type: 'italic' })),
    paragraph(text('four'), { type: 'hardBreak' }, text('five')),
  ]
  const { board, read } = openNote(...before)
  board.key('Mod+B')
  await board.settle()
  expect(read()).toEqual([
    paragraph(text('one two', bold), text(' three', bold, { type: 'italic' })),
    paragraph(text('four', bold), { type: 'hardBreak', marks: [bold] }, text('five', bold)),
  ])
  board.key('Mod+Z')
  expect(read()).toEqual(before)
  board.key('Mod+Y')
  board.key('Mod+B')
  expect(read()).toEqual([
    paragraph(text('one two'), text(' three', { type: 'italic' })),
    paragraph(text('four'), { type: 'hardBreak' }, text('five')),
  ])
})
