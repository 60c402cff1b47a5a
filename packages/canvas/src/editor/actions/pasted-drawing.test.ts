import { describe, expect, test } from 'vitest'
import { type RichText, richTextFromPlain } from '../../document/text/rich-text.ts'
import { getTexts, readFile } from '../../import/testing.ts'
import { BoardDriver } from '../../testing/board-driver.ts'
import { findPastedDiagram, findPastedDrawing, findPastedSvg, findPastedTable } from './pasted-drawing.ts'

const excalidraw = '{"type":"excalidraw/clipboard","elements":[]}'

describe('findPastedDrawing', () => {
  test.each([
    [{ html: '', text: excalidraw }, 'clipboard.excalidraw'],
    [{ html: '', text: '\n{\n  "type": "excalidraw",\n  "version": 2 }' }, 'clipboard.excalidraw'],
    [{ html: '<meta><div data-tldraw="">{&quot;a&quot;:1}</div>', text: 'Hi' }, 'clipboard.tldr'],
    [{ html: '', text: '<div data-tldraw>{}</div>' }, 'clipboard.tldr'],
    [{ html: '', text: '{"type":"application/tldraw","kind":"content"}' }, 'clipboard.tldr'],
    [{ html: '', text: '<?xml version="1.0"?>\n<mxfile host="x"></mxfile>' }, 'clipboard.drawio'],
    [{ html: '', text: '<svg><!-- application/vnd.excalidraw+json --></svg>' }, 'clipboard.svg'],
  ])('tells the format of %j', (content, name) => {
    expect(findPastedDrawing(content)?.name).toBe(name)
  })

  test('decodes what programs and browsers escape', () => {
    expect(findPastedDrawing({ html: '<div data-tldraw>{&quot;a&quot;:&quot;&amp;lt;&quot;}</div>', text: '' })?.text).toBe('{"a":"&lt;"}') // prettier-ignore
    const text = encodeURIComponent('<mxGraphModel><root/></mxGraphModel>')
    expect(findPastedDrawing({ html: '', text })?.text).toBe('<mxGraphModel><root/></mxGraphModel>')
  })

  test.each([
    '',
    '{"type":"order"}',
    '{',
    '%3CmxGraphModel%3E%',
    'mxfile',
    '<svg></svg>',
    '<div data-tldraw',
  ])('leaves other text alone: %s', (text) => expect(findPastedDrawing({ html: text, text })).toBeUndefined())

  test('takes time in proportion to hostile text', () => {
    const hostile = ['<!--', '<?xml ', '<div data-tldraw', '{"type":', '<!DOCTYPE svg']
    for (const text of hostile.map((part) => part.repeat(200_000)))
      expect(findPastedDrawing({ html: text, text })).toBeUndefined()
  })
})

test.each([
  ['flowchart LR\n  a-->b', true],
  ['graph TD;\n a-->b', true],
  ['```mermaid\nsequenceDiagram\n```', true],
  ['stateDiagram-v2\n a', true],
  ['mindmap\n  root', true],
  ['graph of the year\nup', false],
  ['mindmap', false],
  ['A flowchart LR\n', false],
])('a Mermaid diagram is distinguished from prose: %j', (text, isDiagram) => {
  expect(findPastedDiagram(text) !== undefined).toBe(isDiagram)
})

test.each([
  ['<svg xmlns="http://www.w3.org/2000/svg"></svg>', true],
  ['<?xml version="1.0"?>\n<!-- made -->\n<svg width="1">\n</svg>\n', true],
  ['<svg>', false],
  ['See <svg></svg>', false],
])('SVG source is distinguished from text: %j', (text, isSvg) => {
  expect(findPastedSvg(text) !== undefined).toBe(isSvg)
})

describe('findPastedTable', () => {
  test.each([
    ['Name\tAge\nAda\t36', 'clipboard.tsv'],
    ['one row\tof a sheet', 'clipboard.tsv'],
    ['a,b,c\n1,2,3', 'clipboard.csv'],
    ['"a, b";c\r\n"d\n""e""";f', 'clipboard.csv'],
  ])('tells a table: %j', (text, name) => expect(findPastedTable({ text })).toEqual({ name, text }))

  test.each([
    'Hello, Ada\nGoodbye, Bo',
    'a,b',
    'a;\nb;',
    '3,50\n4,20',
    '\tindented\n\tcode',
    'a\tb\nc',
    '',
    'x,'.repeat(300_000),
  ])('leaves text alone: case %#', (text) => expect(findPastedTable({ text })).toBeUndefined())

  test('cells of HTML keep their separators and quotes', () => {
    const table = [['a\tb', 'say "hi"'], ['1,2,3']]
    const { name, text } = findPastedTable({ text: 'other', table })!
    expect(getTexts(readFile(name, text))).toEqual(['a\tb', 'say "hi"', '1,2,3'])
  })
})

describe('pasting a drawing', () => {
  test('asks for it at the pointer, and puts no text on the board', () => {
    const board = new BoardDriver()
    board.move(300, 200)
    board.clipboard = { html: '', text: excalidraw, files: [] }
    board.key('Mod+V')
    expect(board.requests).toEqual([
      {
        type: 'insertDrawing',
        drawing: { name: 'clipboard.excalidraw', text: excalidraw },
        at: { x: 300, y: 200 },
      },
    ])
    expect(board.elements()).toEqual([])
  })

  test('pasted plainly it is text', () => {
    const board = new BoardDriver()
    board.clipboard = { html: '', text: excalidraw, files: [] }
    board.key('Mod+Shift+V')
    expect(board.requests).toEqual([])
    expect(board.getText(board.only().id)).toBe(excalidraw)
  })

  test('SVG source becomes an image', async () => {
    const board = new BoardDriver()
    board.clipboard = { html: '', text: '<svg xmlns="http://www.w3.org/2000/svg"></svg>', files: [] }
    board.key('Mod+V')
    await board.settle()
    expect(board.only()).toMatchObject({ kind: 'image', file: 'f1' })
  })

  test('a diagram’s source is text at once, and can become the diagram', () => {
    const board = new BoardDriver()
    board.clipboard = { html: '', text: 'flowchart LR\n  a-->b', files: [] }
    board.key('Mod+V')
    const { id, kind } = board.only()
    expect(kind).toBe('text')
    const drawing = { name: 'clipboard.mmd', text: 'flowchart LR\n  a-->b' }
    expect(board.events.at(-1)).toEqual({ type: 'diagramPasted', id, drawing })
  })

  test('formatted text keeps its formats, also beside an image of it', () => {
    const board = new BoardDriver()
    const bold = { type: 'text', text: 'Plan', marks: [{ type: 'bold' }] }
    const rich: RichText = { type: 'doc', content: [{ type: 'paragraph', content: [bold] }] }
    const files = [{ blob: new Blob(['x'], { type: 'image/png' }), name: 'a.png' }]
    board.clipboard = { html: '<b>Plan</b>', text: 'Plan', rich, files }
    board.key('Mod+V')
    expect(board.only()).toMatchObject({ kind: 'text', text: rich })
    board.key('Mod+Z')
    expect(board.elements()).toEqual([])
    board.key('Mod+Shift+V')
    expect(board.only()['text']).toEqual(richTextFromPlain('Plan'))
  })

  test.each([
    [{ html: '', text: ' ' }, 'empty'],
    [{ html: '<img src="x">', text: '' }, 'unknown'],
    [{ html: '', text: 'word '.repeat(20_000) }, 'too_large'],
    [{ html: '', text: 'a\n'.repeat(20_000) }, 'too_large'],
  ])('what can’t be pasted is said: case %#', (content, reason) => {
    const board = new BoardDriver()
    board.clipboard = { ...content, files: [] }
    board.key('Mod+V')
    expect(board.elements()).toEqual([])
    expect(board.events).toEqual([{ type: 'notPasted', reason }])
  })

  test('people who add nothing are refused', () => {
    const board = new BoardDriver({ role: 'viewer' })
    board.clipboard = { html: '', text: excalidraw, files: [] }
    board.key('Mod+V')
    expect(board.requests).toEqual([])
    expect(board.events).toMatchObject([{ type: 'refused' }])
  })
})
