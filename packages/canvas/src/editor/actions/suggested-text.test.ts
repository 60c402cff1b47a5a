import type { Node } from 'prosemirror-model'
import { type Step, Transform } from 'prosemirror-transform'
import { describe, expect, test } from 'vitest'
import type { Ability } from '../../document/model/change.ts'
import { readKinds } from '../../document/kinds/kinds.ts'
import { isSuggestion, type SuggestionRecord } from '../../document/kinds/suggestion.ts'
import { getPlainText, richTextFromPlain, type RichText } from '../../document/text/rich-text.ts'
import { acceptChanges } from '../../history/suggestion-changes.ts'
import type { DraftStore } from '../board-ports.ts'
import { boardKinds } from '../../testing/board-room.ts'
import { BoardDriver } from '../../testing/board-driver.ts'

const suggestions = (board: BoardDriver): SuggestionRecord[] =>
  [...board.replica.document.suggestionIds()].flatMap((id) => {
    const record = board.replica.document.get(id)
    return isSuggestion(record) ? [record] : []
  })
const suggestedTexts = (board: BoardDriver): string[] =>
  suggestions(board).map(({ fields }) => getPlainText(fields['text'] as RichText))
const isSuggesting = (board: BoardDriver): boolean => board.editor.text.typing.value?.suggestion !== undefined
const announced = (board: BoardDriver): string | undefined => {
  const event = board.events.findLast(({ type }) => type === 'announce')
  return event?.type === 'announce' ? event.key : undefined
}

/** Deletes this many characters at the end of the last paragraph. */
const deletionAtEnd = (doc: Node, length: number): readonly Step[] => {
  const end = doc.content.size - 1
  return new Transform(doc).delete(end - length, end).steps
}

/** Ann is an admin; somebody else with this role looks at the same board with a note of hers on it. */
async function withNote(role: Ability, prepare: (ann: BoardDriver, note: string) => void = () => undefined) {
  const ann = new BoardDriver({ uid: 'ann', role: 'admin' })
  const note = ann.put('sticky', 100, 100, 200, 200, { text: richTextFromPlain('Buy milk') })
  prepare(ann, note)
  await ann.settle()
  return { ann, note, me: new BoardDriver({ room: ann.room, uid: 'me', role }) }
}

describe('a text that the user cannot edit', () => {
  test.each(['commenter', 'contributor'] as const)(
    'typed by a %s is sent as one suggestion when the box closes, and undone in one step',
    async (role) => {
      const { ann, note, me } = await withNote(role)
      me.doubleClick(200, 200)
      expect([isSuggesting(me), me.editor.suggesting.value]).toEqual([
        true,
        { x: 100, y: 100, w: 200, h: 200, r: 0 },
      ])
      me.type(' and bread').tick(2_000).type(' today')
      await me.settle()
      expect([suggestions(me), suggestions(ann), me.getText(note)]).toEqual([[], [], 'Buy milk'])

      me.click(700, 700)
      await me.settle()
      expect([isSuggesting(me), me.editor.suggesting.value, announced(me)]).toEqual([
        false,
        null,
        'suggestions.sent',
      ])
      expect(suggestions(ann)).toMatchObject([{ action: 'change', target: note, by: 'me' }])
      expect([suggestedTexts(ann), ann.getText(note)]).toEqual([['Buy milk and bread today'], 'Buy milk'])

      expect(me.key('Mod+Z')).toBe(true)
      await me.settle()
      expect(suggestions(ann)).toEqual([])
      expect(me.key('Mod+Shift+Z')).toBe(true)
      await me.settle()
      expect(suggestedTexts(ann)).toEqual(['Buy milk and bread today'])
    },
  )

  test('opens with Enter as well; Escape discards the text, and an unchanged text sends nothing', async () => {
    const { me } = await withNote('contributor')
    me.click(200, 200)
    me.key('Enter')
    me.type(' and bread')
    me.editor.text.cancel()
    expect([isSuggesting(me), suggestions(me), announced(me)]).toEqual([false, [], 'suggestions.discarded'])
    me.key('Enter')
    expect(isSuggesting(me)).toBe(true)
    me.finish()
    expect(suggestions(me)).toEqual([])
    expect(me.replica.canUndo.value).toBe(false)
  })

  test('continues the same person’s earlier suggestion, which is replaced, or withdrawn by the original text', async () => {
    const { ann, note, me } = await withNote('commenter')
    me.doubleClick(200, 200).type(' now').finish()
    me.doubleClick(200, 200).type(' or later').finish()
    await me.settle()
    expect(suggestedTexts(ann)).toEqual(['Buy milk now or later'])
    // Somebody else's suggestion is not what one starts from.
    const kim = new BoardDriver({ room: ann.room, uid: 'kim', role: 'commenter' })
    kim.doubleClick(200, 200).type('!').finish()
    await kim.settle()
    expect(suggestedTexts(ann).sort()).toEqual(['Buy milk now or later', 'Buy milk!'])

    me.doubleClick(200, 200)
    const suggestion = me.editor.text.typing.value!.suggestion!
    const length = ' now or later'.length
    expect(suggestion.apply(deletionAtEnd(suggestion.doc, length))).toBe(true)
    me.finish()
    await me.settle()
    expect([suggestedTexts(ann), announced(me), me.getText(note)]).toEqual([
      ['Buy milk!'],
      'suggestions.withdrawn',
      'Buy milk',
    ])
  })

  test('includes the size that it needs when accepted', async () => {
    const { ann, note, me } = await withNote('commenter', (board, id) =>
      board.editor.edit.apply([{ op: 'patch', id, fields: { fits: false, size: 40 } }]),
    )
    me.doubleClick(200, 200).type(' word'.repeat(20))
    const { h } = me.editor.suggesting.value!
    expect(h).toBeGreaterThan(200)
    me.finish()
    await me.settle()
    expect([ann.get(note).h, suggestions(ann)[0]?.fields['h']]).toEqual([200, h])
    ann.editor.edit.apply(acceptChanges(ann.replica.document, readKinds(boardKinds), suggestions(ann)[0]!)!)
    expect([ann.get(note).h, ann.getText(note).startsWith('Buy milk word')]).toEqual([h, true])
  })

  test('has its own undo while the box is open', async () => {
    const { me } = await withNote('contributor')
    const own = me.put('rect', 500, 100, 100, 100, { fill: 'blue' })
    me.doubleClick(200, 200).type(' and').tick(2_000).type(' bread')
    const suggestion = me.editor.text.typing.value!.suggestion!
    suggestion.undo()
    expect(suggestion.doc.textContent).toBe('Buy milk and')
    suggestion.undo()
    suggestion.undo()
    expect([suggestion.doc.textContent, me.get(own).x]).toEqual(['Buy milk', 500])
    suggestion.redo()
    suggestion.redo()
    suggestion.redo()
    expect(suggestion.doc.textContent).toBe('Buy milk and bread')
  })

  test('deleted meanwhile ends editing, and the user is informed', async () => {
    const { ann, note, me } = await withNote('commenter')
    me.doubleClick(200, 200).type('!')
    ann.editor.edit.apply([{ op: 'remove', ids: [note] }])
    await ann.settle()
    expect(isSuggesting(me)).toBe(false)
    expect(me.events.at(-1)).toMatchObject({ type: 'refused', refusal: { refused: 'missing' } })
  })

  test('of a text-only element is suggested for deletion when it is emptied', async () => {
    const ann = new BoardDriver({ uid: 'ann' })
    const text = ann.put('text', 100, 100, 200, 40, { text: richTextFromPlain('Hi') })
    await ann.settle()
    const me = new BoardDriver({ room: ann.room, uid: 'me', role: 'commenter' })
    me.editor.text.start(text)
    const suggestion = me.editor.text.typing.value!.suggestion!
    suggestion.apply(deletionAtEnd(suggestion.doc, 2))
    me.finish()
    expect(suggestions(me)).toMatchObject([{ action: 'remove', target: text, fields: {} }])
  })
})

describe('people who can suggest a text', () => {
  test('an editor, for elements with an admin lock, not for those they can unlock', async () => {
    const { me } = await withNote('editor', (ann, note) =>
      ann.editor.edit.apply([{ op: 'patch', id: note, fields: { lock: 'admin' } }]),
    )
    me.doubleClick(200, 200)
    expect([isSuggesting(me), me.editor.locked.value?.clicked ?? false]).toEqual([true, false])
    const { me: other } = await withNote('editor', (ann, note) =>
      ann.editor.edit.apply([{ op: 'patch', id: note, fields: { lock: 'editor' } }]),
    )
    other.doubleClick(200, 200)
    expect([isSuggesting(other), other.editor.locked.value?.clicked]).toEqual([false, true])
  })

  test('anyone inside a frame for others', async () => {
    const { me } = await withNote('editor', (ann, note) => {
      const frame = ann.put('frame', 50, 50, 400, 400, { role: 'viewer' })
      ann.editor.edit.apply([{ op: 'patch', id: note, fields: { parent: frame } }])
    })
    me.doubleClick(200, 200)
    expect(isSuggesting(me)).toBe(true)
  })

  test('a commenter, inside a hollow shape; a contributor adds a text of their own there', async () => {
    const hollow = (ann: BoardDriver): void => void ann.put('rect', 500, 100, 200, 200)
    const [{ me: commenter }, { me: contributor }] = [
      await withNote('commenter', hollow),
      await withNote('contributor', hollow),
    ]
    commenter.doubleClick(600, 200)
    expect(isSuggesting(commenter)).toBe(true)
    contributor.doubleClick(600, 200)
    expect([isSuggesting(contributor), contributor.elements().length]).toEqual([false, 3])
  })

  test('no viewer, and nobody on a board without suggestions', async () => {
    const { me: viewer } = await withNote('viewer')
    viewer.doubleClick(200, 200)
    viewer.key('Enter')
    expect(viewer.editor.text.typing.value).toBeNull()
    const settings = { id: 'settings', kind: 'settings', parent: null, z: 'V', suggestions: 'off' }
    const { me } = await withNote('contributor', (ann) =>
      ann.editor.edit.apply([{ op: 'put', record: settings }]),
    )
    me.doubleClick(200, 200)
    me.key('Enter')
    expect(me.editor.text.typing.value).toBeNull()
  })
})

describe('an unsent text suggestion', () => {
  /** As the browser keeps it: beyond the page. */
  const createDraftStore = () => {
    const stored = new Map<string, string>()
    const store: DraftStore = {
      get: (id) => (stored.has(id) ? (JSON.parse(stored.get(id) ?? '') as RichText) : undefined),
      set: (id, text) => void (text ? stored.set(id, JSON.stringify(text)) : stored.delete(id)),
    }
    return { stored, store }
  }

  test('is restored on the next page load with a message, and removed when sent', async () => {
    const { ann, note } = await withNote('commenter')
    const { stored, store } = createDraftStore()
    const first = new BoardDriver({ room: ann.room, uid: 'me', role: 'commenter', drafts: store })
    first.doubleClick(200, 200)
    first.type(' and bread')
    expect([...stored.keys()]).toEqual([note])

    const second = new BoardDriver({ room: ann.room, uid: 'me', role: 'commenter', drafts: store })
    second.doubleClick(200, 200)
    expect(announced(second)).toBe('suggestions.restored')
    second.type(' today').click(700, 700)
    await second.settle()
    expect(suggestedTexts(ann)).toEqual(['Buy milk and bread today'])
    expect([...stored]).toEqual([])
  })

  test('is removed when discarded or reverted, and kept when it could not be sent', async () => {
    const { ann, note } = await withNote('commenter')
    const { stored, store } = createDraftStore()
    const me = new BoardDriver({ room: ann.room, uid: 'me', role: 'commenter', drafts: store })
    me.doubleClick(200, 200)
    me.type('!')
    expect(stored.size).toBe(1)
    me.editor.text.typing.peek()?.suggestion?.undo()
    expect(stored.size).toBe(0)
    me.type(' now')
    me.editor.text.cancel()
    expect(stored.size).toBe(0)

    me.doubleClick(200, 200)
    expect(announced(me)).toBe('suggestions.discarded')
    me.type(' now')
    ann.replica.edit([{ op: 'remove', ids: [note] }], 'away')
    await ann.settle()
    await me.settle()
    expect([isSuggesting(me), [...stored.keys()]]).toEqual([false, [note]])
  })

  test('is ignored if the stored draft is invalid', async () => {
    const { ann } = await withNote('commenter')
    const drafts: DraftStore = { get: () => ({ type: 'nonsense' }) as never, set: () => undefined }
    const me = new BoardDriver({ room: ann.room, uid: 'me', role: 'commenter', drafts })
    me.doubleClick(200, 200)
    me.type(' now').click(700, 700)
    await me.settle()
    expect(suggestedTexts(ann)).toEqual(['Buy milk now'])
  })
})
