import { describe, expect, test } from 'vitest'
import type { Ability } from '../document/model/change.ts'
import { BoardDriver } from '../testing/board-driver.ts'

const filled = { fill: 'blue' }
const canRun = (board: BoardDriver, id: string): boolean => {
  const command = board.editor.command(id)
  if (!command) throw new Error(`no command ${id}`)
  return command.when(board.editor.view)
}
const run = (board: BoardDriver, id: string): void => {
  board.editor.command(id)!.run(board.editor.edit)
}
const refusals = (board: BoardDriver): unknown[] =>
  board.events.flatMap((event) => (event.type === 'refused' ? [event.refusal.refused] : []))

/** Ann is an editor; somebody else with this role looks at the same board. */
async function withAnn(role: Ability, draw: (ann: BoardDriver) => void) {
  const ann = new BoardDriver({ uid: 'ann' })
  draw(ann)
  await ann.settle()
  return { ann, me: new BoardDriver({ room: ann.room, uid: 'me', role }) }
}

describe('a contributor', () => {
  const two = async () => {
    let theirs = ''
    const { ann, me } = await withAnn('contributor', (board) => {
      theirs = board.put('rect', 100, 100, 100, 100, filled)
    })
    const mine = me.put('rect', 400, 100, 100, 100, filled)
    return { ann, me, mine, theirs }
  }

  test('sees by the cursor what can be moved', async () => {
    const { me } = await two()
    me.move(450, 150)
    expect(me.editor.cursor.value).toBe('move')
    me.move(150, 150)
    expect(me.editor.cursor.value).toBe('default')
  })

  test('gets handles and commands for own elements only', async () => {
    const { me, mine, theirs } = await two()
    me.editor.selection.set([mine])
    expect([me.editor.view.frame?.resize, canRun(me, 'delete')]).toEqual(['all', true])
    me.editor.selection.set([theirs])
    expect([me.editor.view.frame?.resize, me.editor.view.frame?.rotates]).toEqual(['none', false])
    for (const id of ['delete', 'cut', 'lock', 'bringToFront'])
      expect([id, canRun(me, id)]).toEqual([id, false])
    expect(canRun(me, 'duplicate')).toBe(true)
  })

  test('dragging someone else’s element explains why it stays', async () => {
    const { me, theirs } = await two()
    me.drag([150, 150], [300, 300])
    expect([me.get(theirs).x, refusals(me)]).toEqual([100, ['not_yours']])
  })

  test('moving, deleting or restyling someone else’s element is refused with a message, and changes nothing', async () => {
    const { ann, me, theirs } = await two()
    const tried = (): unknown => {
      const event = me.events.at(-1)
      return event?.type === 'refused' ? event.tried : undefined
    }
    me.drag([150, 150], [300, 310])
    expect(tried()).toEqual([{ op: 'patch', id: theirs, fields: { x: 250, y: 260 } }])
    me.editor.selection.set([theirs])
    me.key('ArrowRight')
    expect(tried()).toEqual([{ op: 'patch', id: theirs, fields: { x: 101 } }])
    me.key('Delete')
    expect(tried()).toEqual([{ op: 'remove', ids: [theirs] }])
    me.editor.edit.setStyle({ fill: 'red' })
    expect(tried()).toMatchObject([{ op: 'patch', id: theirs, fields: { fill: 'red' } }])
    expect(refusals(me)).toEqual(['not_yours', 'not_yours', 'not_yours', 'not_yours'])
    await me.settle()
    expect(ann.get(theirs)).toMatchObject({ x: 100, y: 100, fill: 'blue' })
    // Nobody else was shown anything of it.
    expect(me.previews.filter((changes) => changes !== null)).toEqual([])
  })

  test('cannot move, resize or delete an own frame that contains elements of others', async () => {
    const { ann, me } = await withAnn('contributor', () => undefined)
    const frame = me.put('frame', 100, 100, 300, 300)
    const own = me.put('rect', 150, 150, 50, 50, { parent: frame, ...filled })
    await me.settle()
    const theirs = ann.put('rect', 250, 150, 50, 50, { parent: frame, ...filled })
    await me.settle()
    me.drag([100, 300], [100, 350])
    expect([me.get(frame).y, me.get(own).y, me.get(theirs).y]).toEqual([100, 150, 150])
    me.drag([400, 400], [450, 450])
    expect(me.get(frame).w).toBe(300)
    me.editor.selection.set([frame])
    me.key('Delete')
    me.key('ArrowDown')
    await me.settle()
    expect(refusals(me)).toEqual(['contents', 'contents', 'contents', 'contents'])
    expect(me.events.at(-1)).toMatchObject({ type: 'refused', refusal: { id: theirs } })
    expect(ann.elements()).toHaveLength(3)
    expect(ann.get(frame)).toMatchObject({ x: 100, y: 100, w: 300 })
  })

  test('can move an own group only while everything in it is theirs', async () => {
    const { ann, me } = await withAnn('contributor', () => undefined)
    const [a, b] = [0, 100].map((x) => me.put('rect', 100 + x, 100, 50, 50, filled))
    me.editor.selection.set([a!, b!])
    me.key('Mod+G')
    const [group] = me.selected
    await me.settle()
    me.drag([125, 125], [125, 225])
    expect(me.get(a!).y).toBe(200)
    await me.settle()
    const theirs = ann.put('rect', 100, 100, 50, 50, { parent: group!, ...filled })
    await me.settle()
    me.drag([125, 225], [125, 325])
    expect([me.get(a!).y, me.get(theirs).y, refusals(me)]).toEqual([200, 100, ['contents']])
  })
})

describe('a frame in which people change only their own elements', () => {
  const closed = async () => {
    const admin = new BoardDriver({ uid: 'admin', role: 'admin' })
    const frame = admin.put('frame', 400, 100, 300, 300, { role: 'contributor' })
    await admin.settle()
    const ann = new BoardDriver({ uid: 'ann', room: admin.room })
    const theirs = ann.put('rect', 100, 100, 50, 50, filled)
    await ann.settle()
    const me = new BoardDriver({ uid: 'me', room: admin.room })
    const mine = me.put('rect', 100, 300, 50, 50, filled)
    return { me, frame, mine, theirs }
  }

  test('shows no drop target for someone else’s element, and dropping it there explains and reverts', async () => {
    const { me, frame, theirs } = await closed()
    me.move(125, 125).down(125, 125).move(300, 200).move(550, 200)
    expect(me.editor.overlay.value.dropTarget).toBeNull()
    me.up()
    expect(me.events.at(-1)).toMatchObject({ type: 'refused', refusal: { refused: 'only_own', id: theirs } })
    expect(me.get(theirs)).toMatchObject({ x: 100, y: 100, parent: 'page' })
    expect(me.get(frame).x).toBe(400)
    await me.settle()
    expect(refusals(me)).toEqual(['only_own'])
  })

  test('accepts own elements, which can be taken out again', async () => {
    const { me, frame, mine } = await closed()
    me.move(125, 325).down(125, 325).move(300, 300).move(550, 200)
    expect(me.editor.overlay.value.dropTarget).not.toBeNull()
    me.up()
    expect(me.get(mine).parent).toBe(frame)
    me.drag([550, 200], [125, 325])
    expect([me.get(mine).parent, refusals(me)]).toEqual(['page', []])
  })

  test('accepts none of several elements if one is someone else’s', async () => {
    const { me, mine, theirs } = await closed()
    me.editor.selection.set([mine, theirs])
    me.drag([125, 125], [550, 200])
    expect([me.get(mine).parent, me.get(theirs).parent, refusals(me)]).toEqual(['page', 'page', ['only_own']])
  })
})

describe('frames that limit a role', () => {
  test('admins set and clear it, such frames are closed to editors, and editors are not offered it', async () => {
    let frame = ''
    let inside = ''
    const { ann, me } = await withAnn('admin', (board) => {
      frame = board.put('frame', 100, 100, 300, 300)
      inside = board.put('rect', 150, 150, 50, 50, { parent: frame, ...filled })
    })
    ann.editor.selection.set([frame])
    for (const id of ['frameForOwn', 'frameViewOnly', 'lockForAdmins']) expect(canRun(ann, id)).toBe(false)
    me.editor.selection.set([frame])
    expect([canRun(me, 'frameForAll'), canRun(me, 'frameViewOnly')]).toEqual([false, true])
    run(me, 'frameViewOnly')
    await me.settle()
    expect(ann.get(frame)['role']).toBe('viewer')
    ann.drag([175, 175], [500, 500])
    expect([ann.get(inside).x, refusals(ann)]).toEqual([150, ['frame']])
    ann.editor.selection.set([inside])
    expect(canRun(ann, 'lock')).toBe(false)
    run(me, 'frameForAll')
    await me.settle()
    ann.drag([175, 175], [200, 200])
    expect(ann.get(inside).x).toBe(175)
  })

  test('set during someone’s drag inside reverts the drag, with a message', async () => {
    let frame = ''
    let inside = ''
    const { ann, me } = await withAnn('admin', (board) => {
      frame = board.put('frame', 100, 100, 300, 300)
      inside = board.put('rect', 150, 150, 50, 50, { parent: frame, ...filled })
    })
    ann.move(175, 175).down(175, 175).move(250, 250)
    me.editor.selection.set([frame])
    run(me, 'frameViewOnly')
    await me.settle()
    ann.move(260, 260).up()
    await me.settle()
    expect([ann.get(inside).x, me.get(inside).x, refusals(ann)]).toEqual([150, 150, ['frame']])
  })
})

describe('locks', () => {
  test('an editor’s lock can be removed by editors, an admin’s by admins', async () => {
    let id = ''
    const { ann, me } = await withAnn('admin', (board) => {
      id = board.put('rect', 100, 100, 50, 50, filled)
    })
    const select = (): void => [ann, me].forEach((board) => board.editor.selection.set([id]))
    select()
    run(ann, 'lock')
    await me.settle()
    expect([me.get(id)['lock'], canRun(me, 'lock'), canRun(me, 'lockForAdmins')]).toEqual([
      'editor',
      true,
      true,
    ])
    select()
    run(me, 'lockForAdmins')
    await me.settle()
    expect([ann.get(id)['lock'], canRun(ann, 'lock'), canRun(me, 'lockForAdmins')]).toEqual([
      'admin',
      false,
      false,
    ])
    run(me, 'lock')
    await me.settle()
    expect(ann.get(id)['lock']).toBeUndefined()
  })
})

describe('a lock', () => {
  const locked = async (role: Ability, lock: 'lock' | 'lockForAdmins') => {
    let id = ''
    const board = new BoardDriver({ uid: 'ann', role: 'admin' })
    id = board.put('rect', 100, 100, 100, 100, filled)
    board.editor.selection.set([id])
    run(board, lock)
    await board.settle()
    const me = new BoardDriver({ room: board.room, uid: 'me', role })
    return { ann: board, me, id }
  }
  const mark = (board: BoardDriver) => board.editor.locked.value

  test('is shown while the pointer is over it, and says on a click who can unlock it', async () => {
    const { me, id } = await locked('editor', 'lock')
    expect(mark(me)).toBeNull()
    me.move(150, 150)
    expect(mark(me)).toMatchObject({ id, lock: 'editor', canUnlock: true, clicked: false })
    me.move(600, 600)
    expect(mark(me)).toBeNull()
    me.click(150, 150)
    expect([mark(me)?.clicked, me.selected]).toEqual([true, []])
    me.click(600, 600)
    expect(mark(me)).toBeNull()
  })

  test.each([
    ['editor', 'lockForAdmins', 'admin', false],
    ['admin', 'lockForAdmins', 'admin', true],
    ['contributor', 'lock', 'editor', false],
    ['viewer', 'lock', 'editor', false],
  ] as const)('%s at %s: opened from %s on, mine to open: %s', async (role, how, lock, canUnlock) => {
    const { me } = await locked(role, how)
    me.click(150, 150)
    expect(mark(me)).toMatchObject({ lock, canUnlock })
  })

  test('does not open for editing by double click', async () => {
    const { me } = await locked('editor', 'lock')
    me.doubleClick(150, 150)
    expect([me.elements().length, me.editor.text.typing.value]).toEqual([1, null])
    expect(mark(me)?.clicked).toBe(true)
  })

  test('of an element that is unlocked or deleted meanwhile disappears', async () => {
    const { ann, me, id } = await locked('editor', 'lock')
    me.click(150, 150)
    ann.editor.selection.set([id])
    run(ann, 'lock')
    await ann.settle()
    me.tick(1)
    expect(mark(me)).toBeNull()
  })

  test('does not hide elements below it', async () => {
    const { me } = await locked('editor', 'lock')
    const below = me.put('rect', 100, 100, 100, 100, filled)
    me.editor.selection.set([below])
    run(me, 'sendToBack')
    me.click(600, 600).click(150, 150)
    expect([me.selected, mark(me)]).toEqual([[below], null])
  })
})
