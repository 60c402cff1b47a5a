import { describe, expect, test } from 'vitest'
import { duplicatePageChanges } from '../editor/changes/copy.ts'
import { parseKeys } from '../editor/input/keys.ts'
import { BoardDriver } from '../testing/board-driver.ts'
import { tools } from '../tools/index.ts'
import { commands } from './index.ts'

const filled = { fill: 'blue' }

function three(): { board: BoardDriver; ids: string[] } {
  const board = new BoardDriver()
  const ids = [
    board.put('rect', 100, 100, 50, 50, filled),
    board.put('rect', 250, 150, 50, 50, filled),
    board.put('rect', 500, 300, 100, 100, filled),
  ]
  return { board, ids }
}

const positions = (board: BoardDriver, ids: readonly string[]): unknown =>
  ids.map((id) => [board.get(id).x, board.get(id).y])

describe('the command list', () => {
  test('every command and tool has a unique id', () => {
    const ids = [...commands, ...tools].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('no shortcut is ambiguous', () => {
    const { board, ids } = three()
    for (const selected of [[], [ids[0]!], ids]) {
      board.editor.selection.set(selected)
      const bindings = [...commands.filter(({ when }) => when(board.editor.view)), ...tools].flatMap(
        ({ id, keys }) => keys.map((key) => [JSON.stringify(parseKeys(key)), id] as const),
      )
      expect(new Set(bindings.map(([key]) => key)).size).toBe(bindings.length)
    }
  })

  test('M is not a shortcut of the board, because the voice room uses it', () => {
    const keys = [...commands, ...tools].flatMap(({ keys }) => keys)
    expect(keys.map(parseKeys).filter(({ key, mod, alt }) => key === 'm' && !mod && !alt)).toEqual([])
  })
})

describe('changing the selection', () => {
  test('delete removes containers with their contents, and undo restores everything', () => {
    const board = new BoardDriver()
    const frame = board.put('frame', 100, 100, 200, 200)
    const inside = board.put('rect', 150, 150, 50, 50, { parent: frame })
    board.editor.selection.set([frame])
    board.key('Delete')
    expect(board.elements()).toEqual([])
    board.key('Mod+Z')
    expect(board.get(inside).parent).toBe(frame)
    expect(board.selected).toContain(frame)
  })

  test('duplicate offsets the copy and selects it', () => {
    const { board, ids } = three()
    board.editor.selection.set([ids[0]!])
    board.key('Mod+D')
    expect(positions(board, board.selected)).toEqual([[124, 124]])
    expect(board.elements()).toHaveLength(4)
  })

  test('group and ungroup keep the stacking order', () => {
    const { board, ids } = three()
    board.editor.selection.set([ids[2]!, ids[0]!])
    board.key('Mod+G')
    const [group] = board.selected
    expect(board.replica.document.childIds(group!)).toEqual([ids[0], ids[2]])
    expect(board.elements().map(({ id }) => id)).toEqual([ids[1], ids[0], ids[2]])
    board.key('Mod+Shift+G')
    expect(board.replica.document.get(group!)).toBeUndefined()
    expect(board.selected).toEqual([ids[0], ids[2]])
    expect(board.elements().map(({ id }) => id)).toEqual([ids[1], ids[0], ids[2]])
    board.key('Mod+Z')
    board.key('Mod+Z')
    expect(board.elements().map(({ id }) => id)).toEqual(ids)
  })

  test.each<[string, number, string[]]>([
    [']', 0, ['b', 'c', 'a']],
    ['[', 2, ['c', 'a', 'b']],
    ['Mod+]', 0, ['b', 'a', 'c']],
    ['Mod+[', 2, ['a', 'c', 'b']],
  ])('%s moves element %i in the order of painting', (key, index, expected) => {
    const board = new BoardDriver()
    const ids = ['a', 'b', 'c'].map((name, i) =>
      board.put('rect', 100 + i * 20, 100, 50, 50, { ...filled, name: undefined, z: `${name}1` }),
    )
    board.editor.selection.set([ids[index]!])
    board.key(key)
    expect(board.elements().map(({ id }) => 'abc'[ids.indexOf(id)])).toEqual(expected)
    board.key('Mod+Z')
    expect(board.elements().map(({ id }) => id)).toEqual(ids)
  })

  test('bring forward passes only overlapping elements', () => {
    const { board, ids } = three()
    const far = board.put('rect', 100, 120, 50, 50, filled)
    board.editor.selection.set([ids[0]!])
    board.key('Mod+]')
    expect(board.elements().map(({ id }) => id)).toEqual([ids[1], ids[2], far, ids[0]])
  })

  test.each([
    [
      'Alt+A',
      [
        [100, 100],
        [100, 150],
        [100, 300],
      ],
    ],
    [
      'Alt+D',
      [
        [550, 100],
        [550, 150],
        [500, 300],
      ],
    ],
    [
      'Alt+W',
      [
        [100, 100],
        [250, 100],
        [500, 100],
      ],
    ],
    [
      'Alt+S',
      [
        [100, 350],
        [250, 350],
        [500, 300],
      ],
    ],
    [
      'Mod+Shift+ArrowLeft',
      [
        [100, 100],
        [100, 150],
        [100, 300],
      ],
    ],
  ])('%s aligns', (key, expected) => {
    const { board, ids } = three()
    board.editor.selection.set(ids)
    board.key(key)
    const shape = board.editor.shapes.get('rect')!
    expect(shape.kind).toBe('rect')
    expect(positions(board, ids)).toEqual(expected)
  })

  test('distribute makes gaps equal', () => {
    const { board, ids } = three()
    board.editor.selection.set(ids)
    board.key('Alt+Shift+H')
    const [a, b, c] = ids.map((id) => board.get(id))
    expect(b!.x - (a!.x + a!.w)).toBeCloseTo(c!.x - (b!.x + b!.w))
    expect(a!.x).toBe(100)
    expect(c!.x).toBe(500)
  })

  test('flip mirrors positions and the points of a line', () => {
    const board = new BoardDriver()
    board.key('L')
    board.drag([100, 100], [200, 150], { mod: true })
    const other = board.put('rect', 300, 100, 100, 50, filled)
    const line = board.elements()[0]!
    board.editor.selection.set([line.id, other])
    board.key('Shift+H')
    expect(board.get(line.id)).toMatchObject({ points: [1, 0, 0, 1] })
    expect(board.get(other).x).toBeLessThan(board.get(line.id).x)
  })

  test('arrow keys nudge, further with Shift; rapid presses are one undo step', () => {
    const { board, ids } = three()
    board.editor.selection.set([ids[0]!])
    board.key('ArrowRight')
    board.key('ArrowRight')
    board.key('Shift+ArrowDown')
    expect(positions(board, [ids[0]!])).toEqual([[102, 110]])
    board.tick(2_000)
    board.key('ArrowLeft')
    expect(positions(board, [ids[0]!])).toEqual([[101, 110]])
    board.key('Mod+Z')
    expect(positions(board, [ids[0]!])).toEqual([[102, 110]])
    board.key('Mod+Z')
    expect(positions(board, [ids[0]!])).toEqual([[100, 100]])
  })

  test('paste style applies the fields that the target has', () => {
    const board = new BoardDriver()
    const from = board.put('rect', 100, 100, 50, 50, { fill: 'red', stroke: 'blue', strokeWidth: 8 })
    const to = board.put('ellipse', 300, 100, 50, 50)
    board.editor.selection.set([from])
    board.key('Mod+Alt+C')
    board.editor.selection.set([to])
    board.key('Mod+Alt+V')
    expect(board.get(to)).toMatchObject({ fill: 'red', stroke: 'blue', strokeWidth: 8 })
  })

  test('the style of an element can become that of new elements of all kinds, as far as they have it', () => {
    const board = new BoardDriver()
    const style = { stroke: 'red', strokeWidth: 8, fill: 'none', opacity: 0.5 }
    board.editor.selection.set([board.put('rect', 100, 100, 50, 50, style)])
    expect(board.editor.command('keepStyle')!.when(board.editor.view)).toBe(true)
    board.editor.actions.run(board.editor.command('keepStyle')!)
    const before = board.elements().length
    board.editor.selection.set([])
    board.key('O')
    board.drag([300, 300], [400, 400])
    board.key('Escape')
    board.key('N')
    board.click(700, 300)
    board.finish()
    board.editor.selection.set([])
    board.key('F')
    board.drag([100, 500], [300, 700])
    const [ellipse, note, frame] = board.elements().slice(before)
    expect(ellipse).toMatchObject({
      kind: 'ellipse',
      stroke: 'red',
      strokeWidth: 8,
      fill: 'none',
      opacity: 0.5,
    })
    // A note always has a colour.
    expect(note).toMatchObject({ kind: 'sticky', opacity: 0.5 })
    expect(note!['fill']).not.toBe('none')
    // A frame is the ground for other elements.
    expect(frame).toMatchObject({ kind: 'frame', fill: 'paper' })
    board.editor.selection.set([])
    expect(board.editor.command('keepStyle')!.when(board.editor.view)).toBe(false)
  })

  test('a selection of several kinds has the fields of all, set where they exist, in one undo step', () => {
    const board = new BoardDriver()
    const box = board.put('rect', 100, 100, 50, 50, { fill: 'red', stroke: 'blue' })
    const arrow = board.put('connector', 300, 100, 50, 50, { stroke: 'blue' })
    const note = board.put('sticky', 500, 100, 50, 50, { fill: 'red' })
    board.editor.selection.set([box, arrow, note])
    const style = board.editor.styles.current.value
    expect(style.get('fill')).toEqual({ value: 'red' })
    expect(style.get('stroke')).toEqual({ value: 'blue' })
    board.editor.edit.setStyle({ fill: 'green' })
    expect([box, arrow, note].map((id) => board.get(id)['fill'])).toEqual(['green', undefined, 'green'])
    board.key('Mod+Z')
    expect([box, note].map((id) => board.get(id)['fill'])).toEqual(['red', 'red'])
  })

  test('the style of a mixed selection has common values and marks the others as mixed', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 50, 50, { fill: 'red', stroke: 'blue' })
    const b = board.put('rect', 300, 100, 50, 50, { fill: 'green', stroke: 'blue' })
    board.editor.selection.set([a, b])
    const style = board.editor.styles.current.value
    expect(style.get('stroke')).toEqual({ value: 'blue' })
    expect(style.get('fill')).toBe('mixed')
    board.editor.edit.setStyle({ fill: 'yellow' })
    expect(board.editor.styles.current.value.get('fill')).toEqual({ value: 'yellow' })
    board.key('Mod+Z')
    expect([a, b].map((id) => board.get(id)['fill'])).toEqual(['red', 'green'])
  })
})

describe('view commands', () => {
  test('zoom keys zoom in steps, to 100 % and to fit', () => {
    const { board } = three()
    const zoom = (): number => board.editor.camera.state.value.zoom
    board.key('Mod+=')
    expect(zoom()).toBeCloseTo(1.25)
    board.key('Mod+-')
    board.key('Mod+-')
    expect(zoom()).toBeCloseTo(0.8)
    board.key('Mod+0')
    expect(zoom()).toBe(1)
    board.editor.camera.set({ x: 5_000, y: 5_000, zoom: 3 })
    board.key('Shift+1')
    const seen = board.editor.camera.visible.value
    expect(seen.x).toBeLessThan(100)
    expect(seen.x + seen.w).toBeGreaterThan(600)
    expect(zoom()).toBe(1)
  })

  test('export and file commands are requested from the host', () => {
    const { board } = three()
    board.key('Mod+Shift+C')
    board.key('Mod+U')
    expect(board.requests.map(({ type }) => type)).toEqual(['export', 'pickFiles'])
  })

  test('viewers can zoom and copy, and nothing else', () => {
    const board = new BoardDriver({ role: 'viewer' })
    const offered = commands.filter((command) => command.when(board.editor.view)).map(({ id }) => id)
    expect(offered).not.toContain('paste')
    expect(offered).not.toContain('insertFile')
    expect(offered).toContain('zoomIn')
  })
})

describe('growing a diagram', () => {
  test('Mod and an arrow add a connected node of the same kind and open its text', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 300, 300, 100, 60, { fill: 'red' })
    board.editor.selection.set([a])
    board.key('Mod+ArrowRight')
    const b = board.get(board.selected[0]!)
    expect(b).toMatchObject({ kind: 'rect', x: 480, y: 300, w: 100, h: 60, fill: 'red' })
    board.type('Next').finish()
    expect(board.getText(b.id)).toBe('Next')
    board.editor.selection.set([a])
    board.key('Mod+ArrowRight')
    board.finish()
    expect(board.get(board.selected[0]!).y).not.toBe(300)
    expect(board.elements().filter(({ kind }) => kind === 'connector')).toHaveLength(2)
    expect(board.replica.document.getBindings(a)).toHaveLength(2)
    board.key('Mod+Z')
    board.key('Mod+Z')
    board.key('Mod+Z')
    expect(board.elements().map(({ id }) => id)).toEqual([a])
  })

  test('Tab in a note continues in a new one next to it', () => {
    const board = new BoardDriver()
    board.key('N')
    board.click(300, 300)
    board.type('one')
    expect(board.editor.actions.nextNote(1)).toBe(true)
    board.type('two')
    board.editor.actions.nextNote(-1)
    board.type('!').finish()
    const notes = board.elements()
    expect(notes.map(({ id }) => board.getText(id))).toEqual(['one!', 'two'])
    expect(notes[1]!.x - notes[0]!.x).toBe(224)
  })
})

describe('frames and pages', () => {
  test('wrap in frame puts the selection into a new frame, and undo reverts it', () => {
    const { board, ids } = three()
    board.editor.selection.set([ids[0]!, ids[1]!])
    board.key('Mod+Alt+G')
    const [frame] = board.selected
    expect(board.get(frame!)).toMatchObject({ kind: 'frame', x: 68, y: 68, w: 264, h: 164 })
    expect(board.replica.document.childIds(frame!)).toEqual([ids[0], ids[1]])
    board.key('Mod+Z')
    expect(board.replica.document.get(frame!)).toBeUndefined()
    expect(board.get(ids[0]!).parent).toBe(board.editor.view.page)
  })

  test('duplicating a page copies its contents and inner bindings', () => {
    const { board } = three()
    const page = board.editor.view.page
    const copy = duplicatePageChanges(board.editor.view, page, 'Copy')
    board.editor.edit.apply(copy!.changes)
    expect(board.replica.document.childIds(null)).toEqual([page, copy!.page])
    expect(board.replica.document.get(copy!.page)!['name']).toBe('Copy')
    expect(board.replica.document.childIds(copy!.page)).toHaveLength(3)
    board.key('Mod+Z')
    expect(board.replica.document.childIds(null)).toEqual([page])
  })
})

describe('arrow keys', () => {
  test('pan with nothing selected, and move the selection otherwise', () => {
    const { board, ids } = three()
    board.key('ArrowRight')
    expect(board.editor.camera.state.peek()).toMatchObject({ x: 60, y: 0 })
    board.key('Shift+ArrowUp')
    expect(board.editor.camera.state.peek()).toMatchObject({ x: 60, y: -240 })
    expect(board.get(ids[0]!).x).toBe(100)
    board.editor.selection.set([ids[0]!])
    board.key('ArrowRight')
    expect(board.get(ids[0]!).x).toBe(101)
    expect(board.editor.camera.state.peek()).toMatchObject({ x: 60, y: -240 })
  })
})
