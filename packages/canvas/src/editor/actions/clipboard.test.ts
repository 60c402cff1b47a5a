import { describe, expect, test } from 'vitest'
import { richTextFromPlain } from '../../document/text/rich-text.ts'
import { splitIntoNotes } from './insert.ts'
import { drawLinkCard } from './link-card.ts'
import { BoardDriver } from '../../testing/board-driver.ts'

describe('copy and paste', () => {
  test('pastes at the pointer with the same text and style', () => {
    const board = new BoardDriver()
    board.put('sticky', 100, 100, 200, 200, { fill: 'pink', text: richTextFromPlain('Hello') })
    board.click(200, 200)
    board.key('Mod+C')
    expect(board.clipboard.text).toBe('Hello')
    board.move(700, 500)
    board.key('Mod+V')
    const copy = board.get(board.selected[0]!)
    expect(copy).toMatchObject({ kind: 'sticky', x: 600, y: 400, fill: 'pink' })
    expect(board.getText(copy.id)).toBe('Hello')
    board.key('Mod+V')
    expect(board.get(board.selected[0]!)).toMatchObject({ x: 616, y: 416 })
  })

  test('cut removes and paste restores, strokes included', () => {
    const board = new BoardDriver()
    board.key('P')
    board.drag([100, 100], [300, 120])
    board.key('V')
    board.click(100, 100)
    board.key('Mod+X')
    expect(board.elements()).toEqual([])
    board.key('Mod+V')
    const stroke = board.only()
    expect(stroke.kind).toBe('pen')
    expect(board.replica.document.pieces(stroke.id)).toHaveLength(1)
    expect(board.editor.scene.getBounds(stroke.id)!.w).toBeGreaterThan(199)
  })

  test('works between boards', () => {
    const from = new BoardDriver()
    const a = from.put('rect', 100, 100, 50, 50, { fill: 'red' })
    const b = from.put('rect', 200, 100, 50, 50, { fill: 'green' })
    from.editor.selection.set([a, b])
    from.key('Mod+G')
    from.key('Mod+C')
    const to = new BoardDriver({ uid: 'kim' })
    to.clipboard = from.clipboard
    to.key('Mod+V')
    expect(to.elements().map((record) => record['fill'])).toEqual(['red', 'green'])
    expect(to.get(to.selected[0]!).kind).toBe('group')
  })

  test('a pasted URL can become a card with the title of its page, as one undo step', () => {
    const board = new BoardDriver()
    const paste = (text: string, keys = 'Mod+V') => {
      board.clipboard = { html: '', text, files: [] }
      board.key(keys)
      return board.events.at(-1)
    }
    const url = 'https://example.org/a?b=c'
    const asked = paste(url)
    const text = board.only()
    expect(asked).toEqual({ type: 'urlPasted', id: text.id, url })
    const { insertParts, edit } = board.editor
    const link = { url, title: 'Harbour', site: 'example.org' }
    const other = { ...link, url: 'https://other.example' }
    expect(drawLinkCard(insertParts, edit, text.id, other), 'the text is another one by now').toBe(false)
    expect(drawLinkCard(insertParts, edit, text.id, link)).toBe(true)
    const card = board.only()
    expect([card.kind, card.link, board.getText(card.id), board.selected]).toEqual([
      'rect',
      url,
      'Harbour\nexample.org',
      [card.id],
    ])
    board.key('Mod+Z')
    expect([board.only().id, board.getText(text.id)]).toEqual([text.id, url])
    board.editor.selection.set([text.id])
    board.key('Delete')
    expect(drawLinkCard(insertParts, edit, text.id, link)).toBe(false)
    expect(paste('www.example.org')).toMatchObject({ type: 'urlPasted', url: 'https://www.example.org' })
    for (const mixed of ['see https://example.org', 'ada@example.org', 'https://a.example https://b.example'])
      expect(paste(mixed)).not.toMatchObject({ type: 'urlPasted' })
    expect(paste(url, 'Mod+Shift+V')).not.toMatchObject({ type: 'urlPasted' })
  })

  test('text is inserted at once; several lines can then become notes, as one undo step', () => {
    const board = new BoardDriver()
    board.clipboard = { html: '', text: ' One line ', files: [] }
    board.key('Mod+V')
    expect(board.only().kind).toBe('text')
    expect(board.getText(board.only().id)).toBe('One line')
    board.clipboard = { html: '', text: 'a\n\nb\r\nc', files: [] }
    board.key('Mod+V')
    const [, pasted] = board.elements()
    expect([pasted!.kind, board.getText(pasted!.id), board.selected]).toEqual([
      'text',
      'a\n\nb\nc',
      [pasted!.id],
    ])
    const asked = board.events.at(-1)
    expect(asked).toEqual({ type: 'linesPasted', id: pasted!.id, lines: ['a', 'b', 'c'] })
    const { insertParts, edit } = board.editor
    expect(splitIntoNotes(insertParts, edit, pasted!.id, ['a', 'b', 'c'])).toBe(true)
    const notes = () =>
      board
        .elements()
        .filter(({ kind }) => kind === 'sticky')
        .sort((a, b) => a.x - b.x)
    expect(notes().map(({ id }) => board.getText(id))).toEqual(['a', 'b', 'c'])
    expect([...board.selected].sort()).toEqual(
      notes()
        .map(({ id }) => id)
        .sort(),
    )
    board.key('Mod+Z')
    expect(board.elements().map(({ kind }) => kind)).toEqual(['text', 'text'])
    // Gone meanwhile: there is nothing left to split.
    expect(splitIntoNotes(insertParts, edit, 'nothing', ['a', 'b'])).toBe(false)
  })

  test('plain paste inserts only the text', () => {
    const board = new BoardDriver()
    board.put('sticky', 100, 100, 200, 200, { text: richTextFromPlain('Hello') })
    board.click(200, 200)
    board.key('Mod+C')
    board.key('Mod+Shift+V')
    expect(board.elements().map(({ kind }) => kind)).toEqual(['sticky', 'text'])
  })

  test('an image that is larger than the view is inserted as large as fits', async () => {
    const board = new BoardDriver()
    board.editor.camera.resize({ w: 390, h: 700 })
    board.clipboard = { html: '', text: '', files: [{ blob: new Blob(['x'], { type: 'image/png' }), name: 'a.png' }] } // prettier-ignore
    board.key('Mod+V')
    await board.settle()
    expect(board.only()).toMatchObject({ kind: 'image', w: 312, h: 234 })
  })

  test('an image is uploaded and placed at the pointer', async () => {
    const board = new BoardDriver()
    board.move(500, 400)
    board.clipboard = {
      html: '',
      text: '',
      files: [{ blob: new Blob(['x'], { type: 'image/png' }), name: 'a.png' }],
    }
    board.key('Mod+V')
    await board.settle()
    expect(board.only()).toMatchObject({ kind: 'image', file: 'f1', x: 300, y: 250, w: 400, h: 300 })
    // A second one at the same place would hide it.
    board.key('Mod+V')
    await board.settle()
    const places = board.elements().map(({ x, y }) => [x, y])
    expect(places).toEqual([
      [300, 250],
      [324, 274],
    ])
  })

  test.each([
    '<div data-tavla-board="####"></div>',
    `<div data-tavla-board="${btoa('{"version":1,"records":[]}')}"></div>`,
    `<div data-tavla-board="${btoa('{"version":99}')}"></div>`,
    `<div data-tavla-board="${btoa('not json')}"></div>`,
  ])('what only looks like a board is nothing: %s', (html) => {
    const board = new BoardDriver()
    board.clipboard = { html, text: '', files: [] }
    board.key('Mod+V')
    expect(board.elements()).toEqual([])
  })

  test('invalid records are refused completely, with a message', () => {
    const board = new BoardDriver()
    const records = [
      { id: 'a', kind: 'rect', parent: null, z: 'V', x: 0, y: 0, w: 1e12, h: 1, r: 0 },
      { id: 'b', kind: 'nonsense', parent: null, z: 'V' },
    ]
    const html = `<div data-tavla-board="${btoa(JSON.stringify({ version: 1, records, pieces: [] }))}"></div>`
    board.clipboard = { html, text: '', files: [] }
    board.key('Mod+V')
    expect(board.elements()).toEqual([])
    expect(board.events.at(-1)).toMatchObject({ type: 'refused' })
  })

  test('a viewer cannot paste', () => {
    const board = new BoardDriver({ role: 'viewer' })
    board.clipboard = { html: '', text: 'Hello', files: [] }
    board.editor.clipboard.put(board.clipboard, 'rich')
    expect(board.elements()).toEqual([])
    expect(board.events.at(-1)).toMatchObject({ type: 'refused' })
  })
})
