import { describe, expect, test } from 'vitest'
import { BoardDriver } from '../../testing/board-driver.ts'

describe('typing', () => {
  test('a new sticky note is being edited at once', () => {
    const board = new BoardDriver()
    board.key('N')
    board.click(300, 300)
    board.type('Buy milk').finish()
    expect(board.getText(board.only().id)).toBe('Buy milk')
    expect(board.only()).toMatchObject({ kind: 'sticky', x: 200, y: 200, w: 200, h: 200 })
  })

  test('the canvas omits the text while it is edited', () => {
    const board = new BoardDriver()
    board.key('N')
    board.click(300, 300)
    board.type('Hello').tick(500)
    const { id } = board.only()
    expect(board.editor.drawn.get(id)!['text']).toBeNull()
    board.finish()
    expect(board.editor.drawn.get(id)!['text']).not.toBeNull()
  })

  test('a text grows with its content, at once and when it is sent', () => {
    const board = new BoardDriver()
    board.key('T')
    board.click(300, 300)
    board.type('Hello')
    const { id } = board.only()
    const seen = board.editor.drawn.get(id)!['w'] as number
    expect(seen).toBeGreaterThan(40)
    board.tick(1_000)
    expect(board.get(id).w).toBeCloseTo(seen)
  })

  test('an empty text is removed when editing ends, another stays', () => {
    const board = new BoardDriver()
    board.key('T')
    board.click(300, 300)
    board.finish()
    expect(board.elements()).toEqual([])
    board.doubleClick(300, 300)
    board.type('Hi').finish()
    expect(board.elements()).toHaveLength(1)
  })

  test('Enter on a shape edits its text; a press elsewhere ends that', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 200, 100, { fill: 'blue' })
    board.click(150, 150)
    board.key('Enter')
    expect(board.editor.text.typing.value?.id).toBe(a)
    board.type('Box')
    board.click(700, 700)
    expect(board.editor.text.typing.value).toBeNull()
    expect(board.getText(a)).toBe('Box')
  })

  describe('keys with an element selected', () => {
    function selectNote(options?: ConstructorParameters<typeof BoardDriver>[0]) {
      const board = new BoardDriver(options)
      const note = board.put('sticky', 100, 100, 200, 200)
      board.click(200, 200)
      return { board, note }
    }

    test.each(['R', 'Shift+H', '7', 'é', '字', 'Dead', 'Process'])('%s edits its text', (key) => {
      const { board, note } = selectNote()
      // The browser types the character into the box that got focus.
      expect(board.key(key)).toBe(false)
      expect(board.editor.text.typing.value).toMatchObject({ id: note, caret: { type: 'end' } })
      expect(board.tool).toBe('select')
    })

    test.each(['Shift+1', 'Mod+D', '?', 'Escape'])('%s stays a shortcut', (key) => {
      const { board } = selectNote()
      board.key(key)
      expect(board.editor.text.typing.value).toBeNull()
    })

    test('a letter selects a tool where several are selected, none has a text, or the person prefers it', () => {
      const { board } = selectNote()
      board.put('sticky', 400, 100, 200, 200)
      board.key('Mod+A')
      board.key('R')
      expect(board.tool).toBe('rect')

      const images = new BoardDriver()
      images.put('image', 100, 100, 200, 200)
      images.click(200, 200)
      images.key('R')
      expect(images.tool).toBe('rect')

      const { board: shortcuts } = selectNote({ typeToEdit: false })
      shortcuts.key('R')
      expect(shortcuts.tool).toBe('rect')
    })

    test('a viewer’s letter opens no text', async () => {
      const { board, note } = selectNote()
      await board.settle()
      const viewer = new BoardDriver({ uid: 'vera', role: 'viewer', room: board.room })
      viewer.click(200, 200)
      expect(viewer.selected).toEqual([note])
      viewer.key('A')
      expect(viewer.editor.text.typing.value).toBeNull()
    })
  })

  test('a double click inside a hollow shape edits its text', () => {
    const board = new BoardDriver()
    const hollow = board.put('rect', 100, 100, 200, 200)
    board.doubleClick(200, 200)
    expect(board.editor.text.typing.value?.id).toBe(hollow)
  })

  test('bold from the menu toggles the whole text of the selection', () => {
    const board = new BoardDriver()
    board.key('N')
    board.click(300, 300)
    board.type('Hello').finish()
    const { id } = board.only()
    board.editor.selection.set([id])
    board.key('Mod+B')
    expect(JSON.stringify(board.get(id)['text'])).toContain('"bold"')
    board.key('Mod+B')
    expect(JSON.stringify(board.get(id)['text'])).not.toContain('"bold"')
    board.key('Mod+Shift+8')
    expect(JSON.stringify(board.get(id)['text'])).toContain('"bulletList"')
    board.key('Mod+Shift+7')
    expect(JSON.stringify(board.get(id)['text'])).toContain('"orderedList"')
    expect(board.getText(id)).toBe('Hello')
  })

  test('two people typing into one note keep every character', async () => {
    const ann = new BoardDriver({ uid: 'ann' })
    const note = ann.put('sticky', 100, 100, 200, 200)
    await ann.settle()
    const bob = new BoardDriver({ uid: 'bob', room: ann.room })
    ann.editor.text.start(note)
    bob.editor.text.start(note)
    for (const [a, b] of [
      ['H', 'w'],
      ['e', 'o'],
      ['l', 'r'],
      ['l', 'l'],
      ['o', 'd'],
    ] as const) {
      ann.type(a).tick(100)
      bob.type(b).tick(100)
      await ann.settle()
    }
    ann.finish().tick(1_000)
    bob.finish().tick(1_000)
    await ann.settle()
    expect(ann.getText(note)).toBe(bob.getText(note))
    expect([...ann.getText(note)].sort().join('')).toBe([...'Helloworld'].sort().join(''))
  })

  test('deleting a note ends its editing', async () => {
    const ann = new BoardDriver({ uid: 'ann' })
    const note = ann.put('sticky', 100, 100, 200, 200)
    await ann.settle()
    const bob = new BoardDriver({ uid: 'bob', room: ann.room })
    ann.editor.text.start(note)
    bob.editor.edit.apply([{ op: 'remove', ids: [note] }])
    await ann.settle()
    expect(ann.editor.text.typing.value).toBeNull()
  })
})

describe('titles', () => {
  test('a double click on a frame’s title edits it; leaving the field saves it as one step', () => {
    const board = new BoardDriver()
    const frame = board.put('frame', 100, 100, 300, 200, { title: 'Old' })
    board.doubleClick(120, 85)
    expect(board.editor.naming.naming.value?.record.id).toBe(frame)
    expect(board.editor.drawn.get(frame)!['title']).toBe('')
    board.editor.naming.typed('  New   name ')
    board.click(700, 700)
    expect(board.get(frame)['title']).toBe('New name')
    board.key('Mod+Z')
    expect(board.get(frame)['title']).toBe('Old')
  })

  test('cancelling keeps the title', () => {
    const board = new BoardDriver()
    const frame = board.put('frame', 100, 100, 300, 200, { title: 'Old' })
    board.editor.selection.set([frame])
    board.key('Enter')
    board.editor.naming.typed('New')
    board.editor.naming.cancel()
    expect(board.get(frame)['title']).toBe('Old')
    expect(board.editor.drawn.get(frame)!['title']).toBe('Old')
  })
})
