import { Node } from 'prosemirror-model'
import { describe, expect, it } from 'vitest'
import { textSchema, type RichText } from '../document/text/rich-text.ts'
import { placeCaret } from './caret-layout.ts'
import type { TextStyle } from './text-style.ts'
import { halfWidths, richText } from './testing.ts'

const style: TextStyle = { font: 'sans', size: 10, align: 'start', width: 50 }

function place(doc: RichText, anchor: number, head = anchor, over: Partial<TextStyle> = {}) {
  return placeCaret(doc, { ...style, ...over }, halfWidths, { anchor, head })!
}

describe('the caret', () => {
  it('is before the character at its position', () => {
    const doc = richText('abc')
    expect([1, 2, 3, 4].map((at) => place(doc, at).caret.x)).toEqual([0, 5, 10, 15])
    expect(place(doc, 2).caret).toEqual({ x: 5, y: 0, h: 13.5 })
  })

  it('is on the wrapped line, in the next paragraph and after a hard break', () => {
    const wrapped = richText('one two three four', 'x')
    expect(place(wrapped, 9).caret).toMatchObject({ x: 0, y: 13.5 })
    expect(place(wrapped, 22).caret).toMatchObject({ x: 5, y: 27 })
    const broken: RichText = {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [{ type: 'text', text: 'a' }, { type: 'hardBreak' }, { type: 'text', text: 'bc' }],
        },
        { type: 'paragraph', content: [{ type: 'text', text: 'de' }] },
      ],
    }
    expect([1, 2, 3, 4].map((at) => place(broken, at).caret.y)).toEqual([0, 0, 13.5, 13.5])
    expect(place(broken, 4).caret.x).toBe(5)
    expect(place(broken, 8).caret).toMatchObject({ x: 5, y: 27 })
  })

  it('follows positions of ProseMirror in lists, check lists and headings', () => {
    const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
    const doc: RichText = {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'T' }] },
        {
          type: 'bulletList',
          content: [
            {
              type: 'listItem',
              content: [
                paragraph('one'),
                { type: 'checkList', content: [{ type: 'checkItem', content: [paragraph('two')] }] },
              ],
            },
          ],
        },
        paragraph('end'),
      ],
    }
    const found: number[] = []
    Node.fromJSON(textSchema, doc).descendants((node, at) => {
      if (node.isTextblock) found.push(at + 1)
    })
    const tops = found.map((at) => place(doc, at).caret.y)
    expect(new Set(tops).size).toBe(4)
    expect(tops).toEqual([...tops].sort((a, b) => a - b))
    for (const at of found.slice(1)) expect(place(doc, at - 1).caret.y).toBeLessThan(place(doc, at).caret.y)
  })

  it('is where the alignment puts the text', () => {
    expect(place(richText('ab'), 1, 1, { align: 'center' }).caret.x).toBe(20)
    expect(place(richText(''), 1, 1, { align: 'end' }).caret.x).toBe(50)
  })

  it('runs to the left in Hebrew', () => {
    const doc = richText('שלום')
    const right = place(doc, 1, 1).caret.x
    expect(place(doc, 3, 3).caret.x).toBe(right - 10)
  })

  it('moves with a space at the end, which is not part of the line', () => {
    expect(place(richText('ab '), 4).caret.x).toBe(15)
  })

  it('is at the end for positions beyond it, and there is one in an empty text', () => {
    expect(place(richText('ab'), 900_000).caret.x).toBe(10)
    expect(place(richText(''), 1).caret).toMatchObject({ x: 0, y: 0 })
  })
})

describe('the selection', () => {
  it('has an area on each line, whichever end is the caret', () => {
    const doc = richText('one two three four')
    const areas = [
      { x: 20, y: 0, w: 15, h: 13.5 },
      { x: 0, y: 13.5, w: 25, h: 13.5 },
    ]
    expect(place(doc, 5, 14)).toMatchObject({ caret: { x: 25, y: 13.5 }, selected: areas })
    expect(place(doc, 14, 5)).toMatchObject({ caret: { x: 20, y: 0 }, selected: areas })
  })

  it('has none without characters', () => {
    expect(place(richText('one'), 2, 2).selected).toEqual([])
  })
})
