import { batch, computed, effect, signal, type ReadonlySignal } from '@preact/signals-core'
import { getColour } from '../people.ts'
import type { BoardEvent } from './board-event.ts'
import type { RecordId } from '../document/model/record.ts'
import type { Tool } from './input/tool.ts'
import { createActions } from './actions/actions.ts'
import { sendSuggestion } from './actions/attempt.ts'
import { createBoardEdit, createBoardView } from './board-edit.ts'
import type { BoardEdit } from './board-view.ts'
import { createCamera } from './view/camera.ts'
import { createClipboard } from './actions/clipboard.ts'
import { ownClock } from './clock.ts'
import { DrawnDocument } from './view/drawn-document.ts'
import type { EditorOptions } from './editor-options.ts'
import { createGesture } from './input/gesture.ts'
import { createInput } from './input/input.ts'
import { createKeyboard } from './input/keyboard.ts'
import type { ToolOverlay } from './view/overlay.ts'
import { createTitleEditing } from './actions/title-editing.ts'
import { createOverlayModel } from './view/overlay-model.ts'
import { createLockedMarks } from './view/locked.ts'
import { createPages } from './view/pages.ts'
import type { EditorParts } from './parts.ts'
import { createPresence } from './view/presence.ts'
import { listShapes } from './view/relations.ts'
import { Scene } from './view/scene.ts'
import { createSelection } from './view/selection.ts'
import { createSnapping } from './view/snapping.ts'
import { createStyles } from './actions/styles.ts'
import { suggestingBox } from './actions/suggested-text.ts'
import { createTextEditing } from './actions/text-editing.ts'
import { createToolRunner, type ToolRunner } from './input/tool-runner.ts'
import { createToolApi } from './input/tool-api.ts'

export type Editor = ReturnType<typeof createEditor>

/** Page units between the lines of the grid. */
const gridSpacing = 20

/** The parts, wired together. Anyone who needs something of it talks to the part. */
export function createEditor(options: EditorOptions) {
  const { replica, random } = options
  const clock = ownClock(options.clock)
  const shapes = listShapes(options.shapes, options.schemas)
  const listeners = new Set<(event: BoardEvent) => void>()
  const emit = (event: BoardEvent): void => {
    for (const listener of [...listeners]) listener(event)
  }

  const drawn = new DrawnDocument(replica.document)
  const scene = new Scene(drawn, shapes, options.measure)
  /** Whose view is shared; any navigation of one's own ends it. */
  const following = signal<string | null>(null)
  const stopFollowing = () => void (following.value = null)
  const camera = createCamera(clock, options.cameras, options.reducedMotion, stopFollowing)
  const selection = createSelection(replica.document, shapes)
  const pages = createPages({
    document: replica.document,
    camera,
    scene,
    selection,
    onNavigate: stopFollowing,
  })
  const hovered = signal<RecordId | null>(null)
  const cursor = signal('default')
  const toolOverlay = signal<ToolOverlay | null>(null)
  const gridShown = signal(false)
  const snapOn = signal(true)
  const grid = computed(() => (gridShown.value ? gridSpacing : null))

  const text = createTextEditing({
    replica,
    drawn,
    shapes,
    view: scene.view,
    now: () => clock.now(),
    drafts: options.drafts,
    canSuggestFor: (id) => view.rights.canSuggestFor(id),
    onSuggested: (id, changes) => sendSuggestion(edit, id, changes && options.suggestEdit(changes), emit),
    onRestored: () => emit({ type: 'announce', key: 'suggestions.restored', values: {} }),
    onVanished: (id) => edit.apply([{ op: 'remove', ids: [id] }]),
  })
  const naming = createTitleEditing({ replica, drawn, shapes, apply: (changes) => edit.apply(changes) })
  const gesture = createGesture({
    replica,
    drawn,
    random,
    share: (changes) => presence.share(changes),
    onRefusal: (refusal, tried) => emit({ type: 'refused', refusal, tried }),
  })
  const active = signal<Tool | undefined>(undefined)
  const styles = createStyles({
    names: options.styleNames,
    shapes,
    drawn,
    clock,
    selection: selection.ids,
    makes: computed(() => active.value?.makes),
  })
  const snapping = createSnapping(scene, {
    on: () => snapOn.peek(),
    grid: () => grid.peek(),
    unit: () => 1 / camera.state.peek().zoom,
    visible: () => camera.visible.peek(),
    counts: (id) => shapes.get(replica.document.get(id)?.kind ?? '')?.schema.facets.connects !== true,
  })

  const revision = signal(0)
  const stopRevisions = drawn.observe(() => void revision.value++)
  const locked = createLockedMarks(
    () => view,
    () => void [revision.value, replica.actor.value],
  )
  const suggesting = computed(() => {
    void revision.value
    const now = text.typing.value
    return now?.suggestion ? suggestingBox(scene, drawn.get(now.id)) : null
  })
  const parts: EditorParts = {
    options,
    clock,
    shapes,
    drawn,
    scene,
    camera,
    selection,
    pages,
    hovered,
    locked,
    cursor,
    toolOverlay,
    gridShown,
    snapOn,
    grid,
    text,
    naming,
    gesture,
    styles,
    snapping,
    emit,
    runner: () => runner,
    frame: () => overlay.frame,
    pointer: () => input.at.peek(),
    laser: (on) => presence.laser(on),
  }
  const view = createBoardView(parts)
  const clipboard = createClipboard(parts, () => edit)
  const edit: BoardEdit = createBoardEdit(parts, view, clipboard)
  const actions = createActions(parts, view, () => edit)
  const runner: ToolRunner = createToolRunner({
    tools: options.tools,
    restId: options.roles.restTool,
    verbs: createToolApi(parts, view),
    clock,
    canUse: actions.canUse,
    onFrame: () => input.pushAtEdge(),
    onCursor: (css) => (cursor.value = css),
  })
  const stopActive = effect(() => {
    void runner.active.value
    active.value = runner.tool
  })
  const input = createInput({
    camera,
    runner,
    clock,
    eraserId: options.roles.eraserTool,
    endTyping() {
      text.stop()
      naming.finish()
    },
    undo: edit.undo,
    redo: edit.redo,
    contextMenu: actions.contextMenu,
  })
  const keyboard = createKeyboard({
    tools: options.tools,
    commands: options.commands,
    runner,
    input,
    view,
    run: actions.run,
    canUse: actions.canUse,
    letterKeys: options.letterKeys,
    stepBack() {
      if (following.peek() === null) return actions.stepBack()
      stopFollowing()
      return true
    },
  })
  const presence = createPresence({
    port: options.presence,
    drawn,
    clock,
    page: pages.current,
    cursor: computed(() => (input.at.value ? camera.toPage(input.at.value) : null)),
    view: camera.visible,
    selection: selection.ids,
    tool: runner.active,
  })
  const overlay = createOverlayModel({
    view,
    drawn,
    selection: selection.ids,
    isSelected: selection.has,
    clock,
    hovered,
    tool: toolOverlay,
    typing: text.typing,
    visible: camera.visible,
    grid,
    others: presence.others,
    trails: presence.trails,
    ownColour: getColour(replica.actor.peek().uid),
  })
  const stopRefusals = replica.observeRefusals((refusal) => emit({ type: 'refused', refusal }))
  const stopRole = effect(() => {
    void replica.actor.value
    if (!actions.canUse(runner.tool)) runner.set(options.roles.restTool)
  })

  return {
    clock,
    shapes,
    drawn,
    scene,
    camera,
    selection,
    pages,
    hovered: hovered as ReadonlySignal<RecordId | null>,
    cursor: cursor as ReadonlySignal<string>,
    grid,
    snapOn: snapOn as ReadonlySignal<boolean>,
    active: active as ReadonlySignal<Tool | undefined>,
    text,
    naming,
    styles,
    runner,
    input,
    keyboard,
    following,
    overlay: overlay.overlay,
    locked: locked.shown,
    suggesting,
    view,
    edit,
    clipboard,
    parts,
    actions,
    command: (id: string) => options.commands.find((command) => command.id === id),
    observe(listener: (event: BoardEvent) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dispose(): void {
      batch(() => {
        runner.cancel()
        text.stop()
        naming.finish()
        camera.flush()
      })
      for (const stop of [stopRefusals, stopRole, stopActive, stopRevisions]) stop()
      for (const part of [presence, overlay, styles, pages, selection, scene, drawn, clock]) part.dispose()
      listeners.clear()
    },
  }
}
