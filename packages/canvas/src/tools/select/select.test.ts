import { describe, expect, test } from 'vitest'
import { BoardDriver } from '../../testing/board-driver.ts'

const filled = { fill: 'blue' }

describe('selecting', () => {
  test('a click selects the topmost element, a click on nothing deselects', () => {
    const board = new BoardDriver()
    board.put('rect', 100, 100, 100, 100, filled)
    const top = board.put('rect', 150, 150, 100, 100, filled)
    board.click(175, 175)
    expect(board.selected).toEqual([top])
    board.click(600, 600)
    expect(board.selected).toEqual([])
  })

  test('a hollow shape is selected by its outline, not by its inside', () => {
    const board = new BoardDriver()
    const hollow = board.put('rect', 100, 100, 200, 200)
    board.click(200, 200)
    expect(board.selected).toEqual([])
    board.click(101, 200)
    expect(board.selected).toEqual([hollow])
  })

  test('Shift adds and removes', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 100, 100, filled)
    const b = board.put('rect', 300, 100, 100, 100, filled)
    board.click(150, 150).click(350, 150, { shift: true })
    expect(board.selected).toEqual([a, b])
    board.click(150, 150, { shift: true })
    expect(board.selected).toEqual([b])
  })

  test('a click selects the whole group, Mod a member, a double click enters it', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 100, 100, filled)
    const b = board.put('rect', 300, 100, 100, 100, filled)
    board.editor.selection.set([a, b])
    board.key('Mod+G')
    const [group] = board.selected
    board.click(600, 600).click(150, 150)
    expect(board.selected).toEqual([group])
    board.click(350, 150, { mod: true })
    expect(board.selected).toEqual([b])
    board.click(600, 600).doubleClick(150, 150)
    expect(board.selected).toEqual([a])
    board.click(350, 150)
    expect(board.selected).toEqual([b])
    board.key('Escape')
    expect(board.selected).toEqual([group])
    board.key('Escape')
    expect(board.selected).toEqual([])
  })

  test('a marquee selects what it touches, frames only completely inside, and Shift adds', () => {
    const board = new BoardDriver()
    const touched = board.put('rect', 100, 100, 100, 100)
    const frame = board.put('frame', 250, 100, 400, 100)
    const outside = board.put('rect', 700, 500, 50, 50)
    board.drag([50, 50], [300, 220])
    expect(board.selected).toEqual([touched])
    board.drag([680, 480], [800, 600], { shift: true })
    expect(board.selected).toEqual([touched, outside])
    board.drag([50, 50], [690, 220])
    expect([...board.selected].sort()).toEqual([touched, frame].sort())
  })

  test('a marquee inside a hollow shape selects what is in there', () => {
    const board = new BoardDriver()
    board.put('rect', 100, 100, 400, 400)
    const inner = board.put('rect', 250, 250, 50, 50)
    board.drag([200, 200], [350, 350])
    expect(board.selected).toEqual([inner])
  })

  test('locked elements are ignored; their context menu is still available', () => {
    const board = new BoardDriver()
    const below = board.put('rect', 100, 100, 100, 100, filled)
    const locked = board.put('rect', 100, 100, 100, 100, filled)
    board.editor.selection.set([locked])
    board.key('Mod+Shift+L')
    board.click(150, 150)
    expect(board.selected).toEqual([below])
    board.editor.input.contextMenu({ x: 150, y: 150 })
    expect(board.selected).toEqual([locked])
    expect(board.events.at(-1)).toEqual({ type: 'contextMenu', at: { x: 150, y: 150 }, by: 'mouse' })
    board.drag([150, 150], [250, 150])
    expect(board.get(locked).x).toBe(100)
    board.editor.selection.set([locked])
    board.key('Mod+Shift+L')
    board.drag([150, 150], [250, 150])
    expect(board.get(locked).x).toBe(200)
  })

  test('a context menu between selected elements or inside a selected hollow one is that of the selection', () => {
    const board = new BoardDriver()
    const [left, right] = [board.put('rect', 100, 100, 200, 200), board.put('rect', 500, 100, 100, 100)]
    for (const chosen of [[left, right], [left]]) {
      board.editor.selection.set(chosen)
      board.editor.input.contextMenu({ x: 120, y: 200 })
      expect(board.selected).toEqual(chosen)
    }
    board.editor.input.contextMenu({ x: 400, y: 200 })
    expect(board.selected).toEqual([])
  })

  test('Tab moves through the elements of the page and leaves the board after the last', () => {
    const board = new BoardDriver()
    const ids = [100, 300, 500].map((x) => board.put('rect', x, 100, 50, 50))
    for (const id of ids) {
      expect(board.key('Tab')).toBe(true)
      expect(board.selected).toEqual([id])
    }
    expect(board.key('Tab')).toBe(false)
    board.key('Shift+Tab')
    expect(board.selected).toEqual([ids[1]])
  })
})

describe('moving', () => {
  test('less than 4 pixels is a click', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 100, 100, filled)
    board.drag([150, 150], [153, 150])
    expect(board.get(a).x).toBe(100)
    expect(board.selected).toEqual([a])
  })

  test('a drag is one undo step, and others see it while it lasts', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 100, 100, filled)
    board.move(150, 150).down(150, 150).move(200, 180).tick(100).move(250, 170)
    expect(board.get(a)).toMatchObject({ x: 100, y: 100 })
    expect(board.editor.drawn.get(a)).toMatchObject({ x: 200, y: 120 })
    expect(board.previews.at(-1)).toEqual([{ op: 'patch', id: a, fields: { x: 200, y: 120 } }])
    board.up()
    expect(board.get(a)).toMatchObject({ x: 200, y: 120 })
    expect(board.previews.at(-1)).toBeNull()
    board.key('Mod+Z')
    expect(board.get(a)).toMatchObject({ x: 100, y: 100 })
  })

  test('Escape reverts it, and releasing afterwards does nothing', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 100, 100, filled)
    board.move(150, 150).down(150, 150).move(250, 150)
    board.key('Escape')
    expect(board.editor.drawn.get(a)).toMatchObject({ x: 100 })
    board.up()
    expect(board.get(a).x).toBe(100)
  })

  test('Shift constrains to one axis', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 100, 100, filled)
    board.drag([150, 150], [250, 180], { shift: true })
    expect(board.get(a)).toMatchObject({ x: 200, y: 100 })
  })

  test('Alt leaves the original and moves a copy', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 100, 100, filled)
    board.drag([150, 150], [350, 150], { alt: true })
    expect(board.get(a).x).toBe(100)
    expect(board.elements()).toHaveLength(2)
    expect(board.get(board.selected[0]!)).toMatchObject({ x: 300, y: 100, fill: 'blue' })
    board.key('Mod+Z')
    expect(board.elements()).toHaveLength(1)
  })

  test('pressing or releasing Alt during a drag takes effect', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 100, 100, filled)
    board.move(150, 150).down(150, 150).move(250, 150)
    const alt = { key: 'Alt', code: 'AltLeft', repeat: false }
    board.editor.keyboard.key({ ...alt, type: 'down', modifiers: { shift: false, alt: true, mod: false } })
    expect(board.editor.drawn.get(a)).toMatchObject({ x: 100 })
    expect(board.editor.drawn.childIds('page')).toHaveLength(2)
    board.editor.keyboard.key({ ...alt, type: 'up', modifiers: { shift: false, alt: false, mod: false } })
    expect(board.editor.drawn.get(a)).toMatchObject({ x: 200 })
    board.up()
    expect(board.elements()).toHaveLength(1)
  })

  test('snaps to the edge of a neighbour and shows the guide; Mod prevents that', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 100, 100, filled)
    board.put('rect', 400, 300, 120, 80, filled)
    board.move(150, 150).down(150, 150).move(300, 153).move(446, 153)
    expect(board.editor.overlay.value.guides.length).toBeGreaterThan(0)
    board.up()
    expect(board.get(a).x).toBe(400)
    board.key('Mod+Z')
    board.drag([150, 150], [446, 153], { mod: true })
    expect(board.get(a).x).toBe(396)
  })

  test('a drag inside the frame of a selection moves all of it, with contents', () => {
    const board = new BoardDriver()
    const frame = board.put('frame', 100, 100, 200, 200)
    const inside = board.put('rect', 150, 150, 50, 50, { ...filled, parent: frame })
    const other = board.put('rect', 400, 100, 50, 50, filled)
    board.editor.selection.set([frame, other])
    board.drag([350, 120], [350, 320])
    expect([frame, inside, other].map((id) => board.get(id).y)).toEqual([300, 350, 300])
  })

  test('dropped over a frame it becomes its child, dropped outside it leaves', () => {
    const board = new BoardDriver()
    const frame = board.put('frame', 400, 100, 300, 300)
    const a = board.put('rect', 100, 100, 50, 50, filled)
    board.move(125, 125).down(125, 125).move(300, 200).move(500, 200)
    expect(board.editor.overlay.value.dropTarget).not.toBeNull()
    board.up()
    expect(board.get(a).parent).toBe(frame)
    board.drag([500, 200], [200, 500])
    expect(board.get(a).parent).toBe('page')
    board.key('Mod+Z')
    expect(board.get(a).parent).toBe(frame)
  })

  test('a thousand elements move as one translation, undone in one step', () => {
    const board = new BoardDriver()
    const changes = Array.from({ length: 1_000 }, (_, i) => {
      const record = { ...board.editor.shapes.schema('rect')!.defaults, parent: 'page', kind: 'rect' }
      const position = { x: (i % 40) * 20, y: Math.floor(i / 40) * 20, w: 15, h: 15, r: 0 }
      return {
        op: 'put' as const,
        record: { ...record, ...position, id: `n${i}`, z: `V${String(i).padStart(4, '0')}1`, fill: 'red' },
      }
    })
    board.editor.edit.apply(changes)
    board.key('Mod+A')
    expect(board.selected).toHaveLength(1_000)
    board.drag([405, 245], [505, 295], { mod: true })
    expect(board.get('n0')).toMatchObject({ x: 100, y: 50 })
    expect(board.get('n999')).toMatchObject({ x: 39 * 20 + 100, y: 24 * 20 + 50 })
    board.key('Mod+Z')
    expect(board.get('n999')).toMatchObject({ x: 39 * 20, y: 24 * 20 })
  })
})

describe('resizing and rotating', () => {
  test('a corner resizes both sides, Shift keeps the proportions, Alt the centre', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 200, 100, filled)
    board.click(150, 150).drag([300, 200], [400, 300], { mod: true })
    expect(board.get(a)).toMatchObject({ x: 100, y: 100, w: 300, h: 200 })
    board.key('Mod+Z')
    board.click(150, 150).drag([300, 200], [400, 210], { shift: true, mod: true })
    expect(board.get(a)).toMatchObject({ x: 100, y: 100, w: 300, h: 150 })
  })

  test('pressing Shift during the drag keeps the proportions', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 200, 100, filled)
    board
      .click(150, 150)
      .move(300, 200)
      .down(300, 200)
      .move(350, 200)
      .move(400, 200, { shift: true, mod: true })
      .up()
    expect(board.get(a)).toMatchObject({ x: 100, y: 100, w: 300, h: 150 })
  })

  test('pressing Alt during the drag keeps the centre', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 200, 100, filled)
    board.click(150, 150).move(300, 150).down(300, 150).move(340, 150, { alt: true, mod: true }).up()
    expect(board.get(a)).toMatchObject({ x: 60, y: 100, w: 280, h: 100 })
  })

  test('a side dragged past the other flips the box, never to negative size', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 100, 100, filled)
    board.click(150, 150).drag([200, 150], [40, 150], { mod: true })
    expect(board.get(a)).toMatchObject({ x: 40, y: 100, w: 60, h: 100 })
  })

  test('a rotated box keeps its opposite corner in place', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 200, 100, { ...filled, r: 90 })
    // Turned by 90° it stands from (150, 50) to (250, 250); its own right side looks down.
    board.click(200, 150).drag([200, 250], [200, 350], { mod: true })
    const record = board.get(a)
    expect(record).toMatchObject({ w: 300, h: 100, r: 90 })
    expect(board.editor.scene.getBounds(a)!.y).toBeCloseTo(49, 0)
  })

  test('several elements scale together, undone in one step', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 100, 100, filled)
    const b = board.put('rect', 300, 100, 100, 100, filled)
    board.editor.selection.set([a, b])
    const { box } = board.editor.overlay.value.frame!
    board.drag([box.x + box.w, box.y + box.h], [box.x + box.w * 2, box.y + box.h * 2], { mod: true })
    expect(board.get(a).w).toBeCloseTo(200, -1)
    expect(board.get(b).x - board.get(a).x).toBeCloseTo(400, -1)
    board.key('Mod+Z')
    expect(board.get(b)).toMatchObject({ x: 300, w: 100 })
  })

  test('outside a corner it rotates, with Shift in steps of 15 degrees', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 100, 100, filled)
    board.click(150, 150).drag([218, 150 - 68], [300, 152], { shift: true })
    expect(board.get(a).r).toBe(45)
    expect(board.get(a)).toMatchObject({ x: 100, y: 100, w: 100, h: 100 })
    board.key('Mod+Z')
    expect(board.get(a).r).toBe(0)
  })

  test('rotation starts anywhere in the 24 px outside a corner, with its cursor', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 100, 100, { ...filled, strokeWidth: 2 })
    board.click(150, 150).move(224, 76)
    expect(board.editor.cursor.value).toContain('svg')
    // A quarter turn around (150, 150).
    board.drag([224, 76], [224, 224])
    expect(board.get(a).r).toBe(90)
  })

  test('on touch screens a handle below the connect handle rotates', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 100, 100, filled)
    board.click(150, 150)
    expect(board.editor.overlay.value.frame!.turnsByHandle).toBe(false)
    const finger = { device: 'touch' as const }
    board.tick(1_000).down(150, 150, {}, finger).up(finger)
    expect(board.editor.overlay.value.frame!.turnsByHandle).toBe(true)
    board.down(150, 273, {}, finger).move(100, 273, {}, finger).move(27, 150, {}, finger).up(finger)
    expect(board.get(a).r).toBe(90)
    board.key('Mod+Z')
    expect(board.get(a).r).toBe(0)
  })

  test('several elements rotate around their common centre', () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 100, 100, filled)
    const b = board.put('rect', 300, 100, 100, 100, filled)
    board.editor.selection.set([a, b])
    const { box } = board.editor.overlay.value.frame!
    const middle = { x: box.x + box.w / 2, y: box.y + box.h / 2 }
    const corner = { x: box.x + box.w + 18, y: box.y - 18 }
    const rotated = { x: middle.x - (corner.y - middle.y), y: middle.y + (corner.x - middle.x) }
    board.drag([corner.x, corner.y], [rotated.x, rotated.y])
    expect(board.get(a)).toMatchObject({ x: 200, y: 0, r: 90 })
    expect(board.get(b)).toMatchObject({ x: 200, y: 200, r: 90 })
  })
})

describe('the selection outline', () => {
  test('follows changes of others, and is hidden while styles are chosen', async () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 100, 100, { ...filled, radius: 12, strokeWidth: 6 })
    const other = new BoardDriver({ room: board.room, uid: 'kim' })
    await board.settle()
    board.click(150, 150)
    const edge = () => board.editor.overlay.value.edges[0]
    expect(edge()?.trace).toEqual({ form: 'box', radius: 12, width: 6 })
    other.editor.edit.apply([{ op: 'patch', id: a, fields: { strokeWidth: 2, x: 300 } }])
    await board.settle()
    expect(edge()).toMatchObject({ trace: { width: 2 }, box: { x: 300 } })
    board.editor.marksHidden.value = true
    expect(edge()).toBeUndefined()
    expect(board.editor.view.frame).not.toBeNull()
    board.editor.marksHidden.value = false
    expect(edge()).toBeDefined()
  })
})

describe('another person during the drag', () => {
  test('deletes the dragged element: the drag ends without an error', async () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 100, 100, filled)
    const other = new BoardDriver({ room: board.room, uid: 'kim' })
    await board.settle()
    board.move(150, 150).down(150, 150).move(250, 150)
    other.editor.edit.apply([{ op: 'remove', ids: [a] }])
    await board.settle()
    board.move(260, 150).up()
    await board.settle()
    expect(board.elements()).toEqual([])
    expect(other.elements()).toEqual([])
  })

  test('moves the same element: it ends where it was dropped and keeps the other axis', async () => {
    const board = new BoardDriver()
    const a = board.put('rect', 100, 100, 100, 100, filled)
    const other = new BoardDriver({ room: board.room, uid: 'kim' })
    await board.settle()
    board.move(150, 150).down(150, 150).move(250, 180, { mod: true })
    other.editor.edit.apply([{ op: 'patch', id: a, fields: { x: 500, y: 500 } }])
    await board.settle()
    board.up()
    await board.settle()
    expect(board.get(a)).toMatchObject({ x: 200, y: 130 })
    expect(other.get(a)).toMatchObject({ x: 200, y: 130 })

    board.move(250, 180).down(250, 180).move(350, 180, { mod: true })
    other.editor.edit.apply([{ op: 'patch', id: a, fields: { y: 400 } }])
    await board.settle()
    board.up()
    await board.settle()
    expect(board.get(a)).toMatchObject({ x: 300, y: 400 })
    expect(other.get(a)).toMatchObject({ x: 300, y: 400 })
  })
})
