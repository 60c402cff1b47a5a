import { computed, signal } from '@preact/signals-core'
import { createActions } from './actions/board-actions.ts'
import { summarizeChanges } from './reading/change-summary.ts'
import { sendSuggestion } from './actions/dry-run.ts'
import { createClipboard } from './actions/clipboard.ts'
import type { InsertParts } from './actions/insert.ts'
import { getSuggestionBox } from './actions/suggested-text.ts'
import { TextEditing } from './actions/text-editing.ts'
import { createTitleEditing } from './actions/title-editing.ts'
import { TextElements } from './actions/text-elements.ts'
import { createBoardEdit, createBoardView } from './board-edit.ts'
import type { BoardEvents, BoardParts } from './board-parts.ts'
import type { BoardEdit, BoardView } from './board-view.ts'
import type { EditorOptions } from './editor-options.ts'
import { Find } from './find/find.ts'
import { createGesture } from './input/gesture.ts'
import type { Input } from './input/input.ts'
import { createToolApi } from './input/tool-api.ts'
import { createToolRunner, type ToolRunner } from './input/tool-runner.ts'
import { LateBound } from './late-bound.ts'
import type { EditorParts } from './parts.ts'
import { createLockedMarks } from './view/locked.ts'
import type { createOverlayModel } from './view/overlay-model.ts'
import type { Presence } from './view/presence.ts'

/** Parts created after the functions that use them. */
export interface LateBoundParts {
  readonly input: LateBound<Input>
  readonly presence: LateBound<Presence>
  readonly overlay: LateBound<ReturnType<typeof createOverlayModel>>
}

export type EditParts = ReturnType<typeof createEditParts>

/** The write side of the editor: text editing, gestures, commands and tools. */
export function createEditParts(
  options: EditorOptions,
  board: BoardParts,
  { emit }: BoardEvents,
  later: LateBoundParts,
) {
  const { replica, random } = options
  const edit = new LateBound<BoardEdit>()
  const runner = new LateBound<ToolRunner>()
  const typing = createTyping(options, board, emit, { edit, presence: later.presence })
  const view = new LateBound<BoardView>()
  const marks = createMarks(options, board, typing.text, view.get)
  const find = createFind(options, board, emit)
  const parts: EditorParts = {
    ...board,
    ...typing,
    locked: marks.locked,
    replica,
    random,
    defaults: options.defaults,
    files: options.files,
    frameTitle: options.frameTitle,
    onRequest: options.onRequest,
    clipboardPort: options.clipboard,
    emit,
    runner: runner.get,
    frame: () => later.overlay.get().frame,
    pointer: () => later.input.get().at.peek(),
    laser: (on) => later.presence.get().laser(on),
  }
  view.set(createBoardView(parts))
  const clipboard = createClipboard(parts, edit.get)
  edit.set(createBoardEdit(parts, view.get(), clipboard))
  const actions = createActions(parts, view.get(), edit.get)
  runner.set(
    createToolRunner({
      tools: options.tools,
      restId: options.defaults.restTool,
      verbs: createToolApi(parts, view.get()),
      clock: board.clock,
      canUse: actions.canUse,
      onFrame: () => later.input.get().panAtEdge(),
      onCursor: (css) => (board.cursor.value = css),
    }),
  )
  return {
    ...typing,
    ...marks,
    find,
    insertParts: parts as InsertParts,
    view: view.get(),
    edit: edit.get(),
    runner: runner.get(),
    clipboard,
    actions,
  }
}

/** Text editing, title editing and gestures. */
function createTyping(
  options: EditorOptions,
  { drawn, shapes, scene, clock }: BoardParts,
  emit: BoardEvents['emit'],
  later: { readonly edit: LateBound<BoardEdit>; readonly presence: LateBound<Presence> },
) {
  const { replica, random } = options
  const text = new TextEditing({
    replica,
    drawn,
    shapes,
    view: scene.view,
    now: () => clock.now(),
    drafts: options.drafts,
    canSuggestText: (id) => later.edit.get().rights.canSuggestText(id),
    onSuggested: (id, changes) =>
      sendSuggestion(later.edit.get(), id, changes && options.suggestEdit(changes), emit),
    onRestored: () => emit({ type: 'announce', key: 'suggestions.restored', values: {} }),
    onEmptied: (id) => later.edit.get().apply([{ op: 'remove', ids: [id] }]),
  })
  const apply = (changes: Parameters<BoardEdit['apply']>[0]): void => void later.edit.get().apply(changes)
  const naming = createTitleEditing({ replica, drawn, shapes, apply })
  const gesture = createGesture({
    replica,
    drawn,
    random,
    share: (changes) => later.presence.get().share(changes),
    onRefusal: (refusal, tried) => emit({ type: 'refused', refusal, tried }),
    summarize: (changes) => summarizeChanges({ document: replica.document, shapes }, changes),
    onEdited: (summary) => emit({ type: 'edited', how: 'edit', summary }),
  })
  return { text, naming, gesture }
}

function createFind({ replica, random }: EditorOptions, board: BoardParts, emit: BoardEvents['emit']): Find {
  const { shapes, scene, camera, pages, clock } = board
  const texts = new TextElements(replica, shapes, scene.view)
  return new Find({
    document: replica.document,
    shapes,
    scene,
    camera,
    pages,
    clock,
    fit: (id, doc) => texts.fit(id, doc),
    canChange: (id) => replica.canChange(id) === undefined,
    apply(changes) {
      const refusal = replica.edit(changes, random.id())
      if (refusal) emit({ type: 'refused', refusal, tried: changes })
      return !refusal
    },
  })
}

/** Derived state: the lock icon to show, and the box of a suggested text. */
function createMarks(
  { replica }: EditorOptions,
  { drawn, scene }: BoardParts,
  text: TextEditing,
  view: () => BoardView,
) {
  const revision = signal(0)
  const stopRevisions = drawn.observe(() => void revision.value++)
  const locked = createLockedMarks(view, () => void [revision.value, replica.actor.value])
  const suggesting = computed(() => {
    void revision.value
    const now = text.typing.value
    return now?.suggestion ? getSuggestionBox(scene, drawn.get(now.id)) : null
  })
  return { locked, suggesting, stopRevisions }
}
