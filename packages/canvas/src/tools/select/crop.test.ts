import { describe, expect, test } from 'vitest'
import { BoardDriver } from '../../testing/board-driver.ts'

const file = { file: 'f1', naturalW: 400, naturalH: 200 }

function image(fields: Readonly<Record<string, unknown>> = {}) {
  const board = new BoardDriver()
  const id = board.put('image', 100, 100, 400, 200, { ...file, ...fields })
  return { board, id }
}

describe('cropping an image', () => {
  test('starts with a double click, drags the sides, and is one undo step that others see', async () => {
    const { board, id } = image()
    const other = new BoardDriver({ room: board.room, uid: 'kim' })
    board.doubleClick(300, 200)
    expect(board.editor.overlay.value.frame).toMatchObject({ resize: 'all', rotates: false })
    board.drag([500, 200], [400, 200])
    await board.settle()
    const cropped = { x: 100, w: 300, h: 200, crop: { x: 0, y: 0, w: 0.75, h: 1 } }
    expect(board.get(id)).toMatchObject(cropped)
    expect(other.get(id)).toMatchObject(cropped)
    board.drag([100, 100], [200, 150])
    expect(board.get(id)).toMatchObject({ x: 200, y: 150, crop: { x: 0.25, y: 0.25, w: 0.5, h: 0.75 } })
    board.key('Mod+Z')
    expect(board.get(id)).toMatchObject(cropped)
  })

  test('goes no further than the image, and all of it is no crop', () => {
    const { board, id } = image({ crop: { x: 0.5, y: 0, w: 0.5, h: 1 } })
    board.put('rect', 700, 700, 10, 10)
    board.editor.selection.set([id])
    expect(board.editor.edit.cropping).toBeNull()
    board.key('Enter')
    board.drag([100, 200], [-900, 200])
    expect(board.get(id)).toMatchObject({ x: -300, w: 800, crop: null })
  })

  test('ends with Escape and another selection', () => {
    const { board, id } = image()
    board.doubleClick(300, 200)
    board.key('Escape')
    expect(board.selected).toEqual([id])
    board.drag([500, 300], [300, 200])
    expect(board.get(id)).toMatchObject({ w: 200, crop: null })
    board.editor.edit.crop(id)
    board.editor.selection.set([])
    expect(board.editor.edit.cropping).toBeNull()
  })

  test('follows mirrored and rotated images', () => {
    const { board, id } = image({ flipX: true })
    board.doubleClick(300, 200)
    board.drag([500, 200], [400, 200])
    expect(board.get(id)).toMatchObject({ x: 100, w: 300, crop: { x: 0.25, y: 0, w: 0.75, h: 1 } })
    const turned = image({ r: 90 })
    // Centre (300, 200): the right side is below, at y 400.
    turned.board.doubleClick(300, 200)
    turned.board.drag([300, 400], [300, 300])
    expect(turned.board.get(turned.id)).toMatchObject({ w: 300, x: 150, y: 50, crop: { x: 0, w: 0.75 } })
    expect(turned.board.editor.overlay.value.frame!.cropArea!.map(({ y }) => Math.round(y) + 0)).toEqual([
      0, 400, 400, 0,
    ])
  })

  test('the whole image is shown again at its place', () => {
    const { board, id } = image()
    board.editor.edit.crop(id)
    board.editor.selection.set([id])
    board.drag([100, 200], [200, 200])
    board.editor.actions.run(board.editor.command('uncrop')!)
    expect(board.get(id)).toMatchObject({ x: 100, y: 100, w: 400, h: 200, crop: null })
    expect(board.editor.command('uncrop')!.when(board.editor.view)).toBe(false)
  })

  test('is not offered to viewers and for locked images', () => {
    const { board, id } = image()
    board.editor.edit.apply([{ op: 'patch', id, fields: { lock: 'editor' } }])
    board.editor.selection.set([id])
    expect(board.editor.command('crop')!.when(board.editor.view)).toBe(false)
    board.key('Enter')
    expect(board.editor.edit.cropping).toBeNull()
  })
})
