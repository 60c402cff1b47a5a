import { describe, expect, test } from 'vitest'
import type { Change } from '../../document/model/change.ts'
import { getDocument, type RichText } from '../../document/text/rich-text.ts'
import { withLinks } from '../../document/text/links.ts'
import { richTextFromPlain } from '../../document/text/rich-text.ts'
import { exportSvg } from '../../export/export-svg.ts'
import { halfWidths } from '../../text/testing.ts'
import { BoardDriver } from '../../testing/board-driver.ts'

const url = 'https://example.org/a'

function getOpened(board: BoardDriver): string[] {
  return board.requests.flatMap((request) => (request.type === 'openLink' ? [request.href] : []))
}

/** A text of which each character is 10 wide, at (100, 100). */
function linkedText(board: BoardDriver): string {
  const text = withLinks(richTextFromPlain(`see ${url} now`))
  return board.put('text', 100, 100, 300, 27, { text, size: 20 })
}

describe('a link in a text', () => {
  test('opens by Ctrl and a click when editing, where a click alone selects', () => {
    const board = new BoardDriver()
    const id = linkedText(board)
    board.click(160, 112)
    expect(board.selected).toEqual([id])
    expect(getOpened(board)).toEqual([])
    board.click(160, 112, { mod: true })
    expect(getOpened(board)).toEqual([url])
    board.click(110, 112, { mod: true })
    expect(getOpened(board)).toEqual([url])
    expect(board.elements()).toHaveLength(1)
  })

  test('opens by a click when viewing and when it is locked, with the cursor of a link', async () => {
    const board = new BoardDriver()
    const id = linkedText(board)
    const viewer = new BoardDriver({ room: board.room, uid: 'kim', role: 'viewer' })
    await board.settle()
    viewer.move(160, 112)
    expect(viewer.editor.cursor.value).toBe('pointer')
    viewer.move(110, 112)
    expect(viewer.editor.cursor.value).not.toBe('pointer')
    viewer.click(160, 112)
    const finger = { device: 'touch' as const }
    viewer.tick(1_000).down(160, 112, {}, finger).up(finger)
    expect(getOpened(viewer)).toEqual([url, url])
    board.editor.edit.apply([{ op: 'patch', id, fields: { lock: 'editor' } }])
    board.click(160, 112)
    expect(getOpened(board)).toEqual([url])
  })

  test('is not opened by a drag', () => {
    const board = new BoardDriver()
    const id = linkedText(board)
    board.drag([160, 112], [260, 212], { mod: true })
    expect(getOpened(board)).toEqual([])
    expect(board.get(id).x).toBe(200)
  })

  test('of rotated elements is where it is drawn', () => {
    const board = new BoardDriver({ role: 'editor' })
    const text = withLinks(richTextFromPlain(url))
    board.put('text', 100, 300, 210, 27, { text, size: 20, r: 90 })
    board.click(205, 220, { mod: true })
    expect(getOpened(board)).toEqual([url])
  })
})

describe('a link of an element', () => {
  test('is set for the whole selection, seen by others, and undone at once', async () => {
    const board = new BoardDriver()
    const ids = [board.put('rect', 100, 100, 100, 100), board.put('ellipse', 300, 100, 100, 100)]
    const other = new BoardDriver({ room: board.room, uid: 'kim' })
    board.editor.selection.set(ids)
    board.key('Mod+K')
    expect(board.requests).toEqual([{ type: 'editLink' }])
    board.editor.edit.setLink(url)
    await board.settle()
    expect(ids.map((id) => other.get(id).link)).toEqual([url, url])
    board.key('Mod+Z')
    await board.settle()
    expect(ids.map((id) => other.get(id).link)).toEqual([undefined, undefined])
    board.key('Mod+Shift+Z')
    board.editor.edit.setLink(null)
    expect(ids.map((id) => board.get(id).link)).toEqual([undefined, undefined])
  })

  test('opens by a click on its mark, also of hollow elements, and anywhere on it when viewing', async () => {
    const board = new BoardDriver()
    const id = board.put('rect', 100, 100, 100, 100, { fill: 'none', stroke: 'none' })
    board.editor.selection.set([id])
    board.editor.edit.setLink(url)
    board.editor.selection.set([])
    board.move(186, 114)
    expect(board.editor.cursor.value).toBe('pointer')
    board.click(186, 114)
    expect(getOpened(board)).toEqual([url])
    board.click(186, 160)
    expect(getOpened(board)).toEqual([url])
    const viewer = new BoardDriver({ room: board.room, uid: 'kim', role: 'viewer' })
    board.editor.edit.apply([{ op: 'patch', id, fields: { fill: 'red' } }])
    await board.settle()
    viewer.click(120, 180)
    expect(getOpened(viewer)).toEqual([url])
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'https://a b',
    ' https://example.org',
    7,
    'x'.repeat(3_000),
  ])('%s is refused by the server’s rules', (link) => {
    const board = new BoardDriver()
    const id = board.put('rect', 100, 100, 100, 100)
    const patch: Change = { op: 'patch', id, fields: { link } }
    expect(board.editor.edit.apply([patch])).toBe(false)
    const record = { ...board.get(id), id: 'other', link }
    expect(board.editor.edit.apply([{ op: 'put', record } as Change])).toBe(false)
  })

  test('is exported to SVG as an area to click', () => {
    const board = new BoardDriver()
    const id = board.put('rect', 100, 100, 100, 100, { link: `${url}?a=1&b=2` })
    const { document } = board.replica
    const svg = exportSvg({
      document,
      shapes: board.editor.shapes.drawn,
      measure: halfWidths,
      ids: [id],
      theme: 'light',
      background: null,
    })
    expect(svg).toContain(`<a href="${url}?a=1&amp;b=2"><rect `)
  })
})

describe('a check list', () => {
  const item = (text: string, checked: boolean) => ({
    type: 'checkItem',
    attrs: { checked },
    content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
  })
  const list = {
    type: 'doc',
    content: [{ type: 'checkList', content: [item('one', false), item('two', true)] }],
  } as RichText

  function getChecks(board: BoardDriver, id: string): boolean[] {
    const found: boolean[] = []
    getDocument(board.get(id)['text'] as RichText).descendants((node) => {
      if (node.type.name === 'checkItem') found.push(node.attrs['checked'] === true)
    })
    return found
  }

  test('is ticked by a click on a box, also by two people at once, and undone', async () => {
    const board = new BoardDriver()
    const id = board.put('text', 100, 100, 300, 54, { text: list, size: 20 })
    const other = new BoardDriver({ room: board.room, uid: 'kim' })
    await board.settle()
    board.click(114, 112)
    other.click(114, 140)
    await board.settle()
    expect(getChecks(board, id)).toEqual([true, false])
    expect(getChecks(other, id)).toEqual([true, false])
    board.key('Mod+Z')
    await board.settle()
    expect(getChecks(other, id)).toEqual([false, false])
  })

  test('is not ticked by a click on its text, by a drag or by viewers', async () => {
    const board = new BoardDriver()
    const id = board.put('text', 100, 100, 300, 54, { text: list, size: 20 })
    const viewer = new BoardDriver({ room: board.room, uid: 'kim', role: 'viewer' })
    await board.settle()
    board.click(140, 112)
    viewer.click(114, 112)
    expect(getChecks(board, id)).toEqual([false, true])
    board.drag([114, 112], [214, 112], { mod: true })
    expect(getChecks(board, id)).toEqual([false, true])
  })
})
