import { describe, expect, test } from 'vitest'
import type { Fields } from '../document/model/change.ts'
import { BoardDriver } from '../testing/board-driver.ts'

describe('tools that create boxes', () => {
  test.each([
    ['R', 'rect'],
    ['O', 'ellipse'],
    ['D', 'diamond'],
    ['F', 'frame'],
  ])('%s drags a %s as one undo step, selects it, and returns to the select tool', (key, kind) => {
    const board = new BoardDriver()
    board.key(key)
    board.drag([100, 100], [300, 220])
    expect(board.only()).toMatchObject({ kind, x: 100, y: 100, w: 200, h: 120, r: 0 })
    expect(board.selected).toEqual([board.only().id])
    expect(board.tool).toBe('select')
    board.key('Mod+Z')
    expect(board.elements()).toEqual([])
    board.key('Mod+Shift+Z')
    expect(board.only()).toMatchObject({ x: 100, y: 100, w: 200, h: 120 })
  })

  test('a form is dragged as one undo step, also seen by a second person, and connectors end at its outline', async () => {
    const board = new BoardDriver()
    const other = new BoardDriver({ room: board.room, uid: 'other' })
    board.editor.runner.set('figure-triangle')
    board.drag([100, 100], [300, 300])
    const triangle = board.only()
    expect(triangle).toMatchObject({ kind: 'figure', form: 'triangle', x: 100, y: 100, w: 200, h: 200 })
    board.key('Escape')
    board.key('A')
    board.drag([500, 200], [200, 200])
    await board.settle()
    expect(other.elements().map(({ kind }) => kind)).toEqual(['figure', 'connector'])
    const connector = other.elements()[1]!
    const end = other.editor.view.scene.getOutline(connector.id)!.points.at(-1)!
    // The right side of the triangle is at x = 250 there, that of its box at 300.
    expect(end.x).toBeLessThan(260)
    expect(end.x).toBeGreaterThan(245)
    board.key('Mod+Z')
    board.key('Mod+Z')
    expect(board.elements()).toEqual([])
  })

  test('a click creates one of default size around the point', () => {
    const board = new BoardDriver()
    board.key('R')
    board.click(500, 400)
    expect(board.only()).toMatchObject({ x: 420, y: 350, w: 160, h: 100 })
  })

  test('Enter creates one in the centre of the view', () => {
    const board = new BoardDriver()
    board.key('O')
    board.key('Enter')
    expect(board.only()).toMatchObject({ kind: 'ellipse', x: 420, y: 350, w: 160, h: 100 })
  })

  test('Shift creates a square, Alt resizes from the centre', () => {
    const board = new BoardDriver()
    board.key('R')
    board.drag([100, 100], [300, 180], { shift: true })
    expect(board.only()).toMatchObject({ x: 100, y: 100, w: 200, h: 200 })
    board.key('Mod+Z')
    board.key('R')
    board.drag([400, 400], [450, 420], { alt: true })
    expect(board.only()).toMatchObject({ x: 350, y: 380, w: 100, h: 40 })
  })

  test('Escape during the drag leaves nothing, and nothing to undo', () => {
    const board = new BoardDriver()
    board.key('R')
    board.move(100, 100).down(100, 100).move(200, 200)
    expect(board.editor.drawn.childIds('page')).toHaveLength(1)
    board.key('Escape')
    expect(board.editor.drawn.childIds('page')).toHaveLength(0)
    board.up()
    expect(board.elements()).toEqual([])
    expect(board.replica.canUndo.value).toBe(false)
  })

  test('a locked tool stays active after creating something', () => {
    const board = new BoardDriver()
    board.key('Q')
    board.key('R')
    board.drag([100, 100], [200, 200])
    expect(board.tool).toBe('rect')
    board.drag([300, 100], [400, 200])
    expect(board.elements()).toHaveLength(2)
  })

  test('a new frame takes in elements that are completely inside it', () => {
    const board = new BoardDriver()
    const inside = board.put('rect', 150, 150, 50, 50)
    const across = board.put('rect', 280, 150, 100, 50)
    board.key('F')
    board.drag([100, 100], [300, 300])
    const frame = board.elements().find((record) => record.kind === 'frame')!
    expect(board.get(inside).parent).toBe(frame.id)
    expect(board.get(across).parent).toBe('page')
    board.key('Mod+Z')
    expect(board.get(inside).parent).toBe('page')
  })

  test('a new frame has the next free title, which is one undo step with it', async () => {
    const frameTitle = (number: number): string => `Rahmen ${number}`
    const board = new BoardDriver({ frameTitle })
    const kim = new BoardDriver({ uid: 'kim', room: board.room, frameTitle })
    const getTitles = (): unknown[] => kim.elements().map((record) => record['title'])
    board.key('F')
    board.drag([100, 100], [300, 300])
    board.key('F')
    board.drag([400, 100], [600, 300])
    await board.settle()
    expect(getTitles()).toEqual(['Rahmen 1', 'Rahmen 2'])
    kim.editor.edit.apply([{ op: 'remove', ids: [kim.elements()[0]!.id] }])
    kim.editor.selection.set([kim.put('rect', 700, 500, 40, 40)])
    kim.key('Mod+Alt+G')
    await board.settle()
    expect(getTitles().filter(Boolean)).toEqual(['Rahmen 2', 'Rahmen 3'])
    board.key('Mod+Z')
    await board.settle()
    expect(getTitles().filter(Boolean)).toEqual(['Rahmen 3'])
  })

  test('an element drawn inside a frame belongs to it', () => {
    const board = new BoardDriver()
    const frame = board.put('frame', 100, 100, 400, 400)
    board.key('R')
    board.drag([200, 200], [260, 260])
    expect(board.elements().find((record) => record.kind === 'rect')!.parent).toBe(frame)
  })

  test('an element that a frame would clip is placed on the page above it', () => {
    const board = new BoardDriver()
    const outer = board.put('frame', 0, 0, 900, 700)
    const inner = board.put('frame', 100, 100, 400, 400, { parent: outer })
    const makeNote = (x: number, y: number): string => {
      board.key('Escape')
      board.key('N')
      board.click(x, y)
      board.type('x').finish()
      return board.selected[0]!
    }
    expect(board.get(makeNote(250, 300)).parent).toBe(inner)
    expect(board.get(makeNote(480, 300)).parent).toBe(outer)
    const across = makeNote(850, 300)
    expect(board.get(across)).toMatchObject({ parent: 'page', x: 750, y: 200 })
    expect(board.editor.view.document.childIds('page').at(-1)).toBe(across)
    board.key('Mod+Z')
    board.key('Mod+Z')
    expect(board.replica.document.get(across)).toBeUndefined()
  })

  test('the style chosen last for a kind is kept over a reload', () => {
    let saved: Readonly<Record<string, Fields>> = {}
    const styleStore = { load: () => saved, save: (styles: typeof saved) => void (saved = styles) }
    const board = new BoardDriver({ styleStore })
    board.key('R')
    board.editor.edit.setStyle({ fill: 'green', strokeWidth: 4 })
    const again = new BoardDriver({ styleStore })
    again.key('R')
    again.drag([100, 100], [200, 200])
    expect(again.only()).toMatchObject({ fill: 'green', strokeWidth: 4 })
    // What a kind does not allow is left out.
    saved = { rect: { fill: 'url(#a)', strokeWidth: 2 } }
    const odd = new BoardDriver({ styleStore })
    odd.key('R')
    odd.drag([100, 100], [200, 200])
    expect(odd.only()).toMatchObject({ fill: 'none', strokeWidth: 2 })
  })

  test('the next element gets the style chosen last for its kind', () => {
    const board = new BoardDriver()
    board.key('R')
    board.drag([100, 100], [200, 200])
    board.editor.edit.setStyle({ stroke: 'red', fill: 'blue' })
    board.key('Escape')
    board.key('R')
    board.drag([300, 100], [400, 200])
    expect(board.elements()[1]).toMatchObject({ stroke: 'red', fill: 'blue' })
    board.key('Escape')
    board.key('O')
    board.drag([500, 100], [600, 200])
    expect(board.elements()[2]).toMatchObject({ stroke: 'ink', fill: 'none' })
  })
})

describe('people without the right', () => {
  test.each(['viewer', 'commenter'] as const)('a %s is offered no tool that makes or takes', (role) => {
    const board = new BoardDriver({ role })
    for (const key of ['R', 'P', 'E', 'T', 'N']) {
      board.key(key)
      expect(board.tool).toBe('select')
    }
    board.key('H')
    expect(board.tool).toBe('hand')
    board.key('K')
    expect(board.tool).toBe('laser')
  })

  test('a contributor moves own elements and not those of others', async () => {
    const owner = new BoardDriver({ uid: 'owner', role: 'owner' })
    const theirs = owner.put('rect', 100, 100, 100, 100, { fill: 'red' })
    await owner.settle()
    const board = new BoardDriver({ room: owner.room, uid: 'kim', role: 'contributor' })
    board.drag([150, 150], [250, 150])
    expect(board.get(theirs).x).toBe(100)
    expect(board.events.at(-1)).toMatchObject({ type: 'refused' })
    const own = board.put('rect', 400, 100, 100, 100, { fill: 'red' })
    board.drag([450, 150], [550, 150])
    expect(board.get(own).x).toBe(500)
  })
})
