import { describe, expect, test } from 'vitest'
import type { Ability } from '../document/change.ts'
import { BoardDriver } from '../testing/board-driver.ts'

const filled = { fill: 'blue' }
const canRun = (board: BoardDriver, id: string): boolean => {
  const command = board.editor.parts.options.commands.find((each) => each.id === id)
  if (!command) throw new Error(`no command ${id}`)
  return command.when(board.editor.view)
}
const run = (board: BoardDriver, id: string): void => {
  board.editor.parts.options.commands.find((each) => each.id === id)!.run(board.editor.edit)
}
const refusals = (board: BoardDriver): unknown[] =>
  board.events.flatMap((event) => (event.type === 'refused' ? [event.refusal.refused] : []))

/** Ann is an editor; somebody else with this role looks at the same board. */
async function withAnn(may: Ability, draw: (ann: BoardDriver) => void) {
  const ann = new BoardDriver({ uid: 'ann' })
  draw(ann)
  await ann.settle()
  return { ann, me: new BoardDriver({ room: ann.room, uid: 'me', may }) }
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

  test('is shown by the pointer what may be moved', async () => {
    const { me } = await two()
    me.move(450, 150)
    expect(me.editor.cursor.value).toBe('move')
    me.move(150, 150)
    expect(me.editor.cursor.value).toBe('default')
  })

  test('gets handles and acts for their own things only', async () => {
    const { me, mine, theirs } = await two()
    me.editor.selection.set([mine])
    expect([me.editor.view.frame?.resize, canRun(me, 'delete')]).toEqual(['all', true])
    me.editor.selection.set([theirs])
    expect([me.editor.view.frame?.resize, me.editor.view.frame?.rotates]).toEqual(['none', false])
    for (const id of ['delete', 'cut', 'lock', 'bringToFront'])
      expect([id, canRun(me, id)]).toEqual([id, false])
    expect(canRun(me, 'duplicate')).toBe(true)
  })

  test('who pulls at somebody else’s thing is told why it stays', async () => {
    const { me, theirs } = await two()
    me.drag([150, 150], [300, 300])
    expect([me.get(theirs).x, refusals(me)]).toEqual([100, ['not_yours']])
  })

  test('moves and deletes a frame of their own without what others have put into it', async () => {
    const { ann, me } = await withAnn('contributor', () => undefined)
    const frame = me.put('frame', 100, 100, 300, 300)
    const own = me.put('rect', 150, 150, 50, 50, { parent: frame, ...filled })
    await me.settle()
    const theirs = ann.put('rect', 250, 150, 50, 50, { parent: frame, ...filled })
    await me.settle()
    me.drag([100, 300], [100, 350])
    expect([me.get(frame).y, me.get(own).y, me.get(theirs).y]).toEqual([150, 200, 150])
    me.editor.selection.set([frame])
    me.key('Delete')
    await me.settle()
    expect([refusals(me), ann.elements().map(({ id }) => id)]).toEqual([[], [theirs]])
  })
})

describe('frames that lower a role', () => {
  test('admins set and clear it, marked frames are closed to editors, and editors are not offered it', async () => {
    let frame = ''
    let inside = ''
    const { ann, me } = await withAnn('admin', (board) => {
      frame = board.put('frame', 100, 100, 300, 300)
      inside = board.put('rect', 150, 150, 50, 50, { parent: frame, ...filled })
    })
    ann.editor.selection.set([frame])
    for (const id of ['frameForOwn', 'frameToLookAt', 'lockForAdmins']) expect(canRun(ann, id)).toBe(false)
    me.editor.selection.set([frame])
    expect([canRun(me, 'frameForAll'), canRun(me, 'frameToLookAt')]).toEqual([false, true])
    run(me, 'frameToLookAt')
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

  test('lowered while somebody drags inside, what is in the hand goes back, and they are told', async () => {
    let frame = ''
    let inside = ''
    const { ann, me } = await withAnn('admin', (board) => {
      frame = board.put('frame', 100, 100, 300, 300)
      inside = board.put('rect', 150, 150, 50, 50, { parent: frame, ...filled })
    })
    ann.move(175, 175).down(175, 175).move(250, 250)
    me.editor.selection.set([frame])
    run(me, 'frameToLookAt')
    await me.settle()
    ann.move(260, 260).up()
    await me.settle()
    expect([ann.get(inside).x, me.get(inside).x, refusals(ann)]).toEqual([150, 150, ['frame']])
  })
})

describe('locks', () => {
  test('an editor’s lock is opened by editors, an admin’s by admins', async () => {
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
