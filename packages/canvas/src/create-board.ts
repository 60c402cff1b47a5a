import { batch, computed, effect } from '@preact/signals-core'
import type {
  Board,
  BoardFind,
  BoardInsert,
  BoardViewport,
  BoardOptions,
  BoardPages,
  BoardState,
} from './board.ts'
import type { Command } from './define-command.ts'
import { commands as ownCommands } from './commands/index.ts'
import { readKinds } from './document/kinds/kinds.ts'
import { createBoardLinks } from './editor/board-links.ts'
import { drawLinkCard } from './editor/actions/link-card.ts'
import { importContent, insertImages, replaceImage, splitIntoNotes } from './editor/actions/insert.ts'
import { removePageChanges } from './editor/changes/remove.ts'
import { createReading } from './editor/reading/board-reading.ts'
import { duplicatePageChanges } from './editor/changes/copy.ts'
import { createEditor, type Editor } from './editor/editor.ts'
import { domRandom } from './host/dom-random.ts'
import { domClipboard, loadPastedHtml } from './host/dom-clipboard.ts'
import { domClock } from './host/dom-clock.ts'
import { listenToPage } from './host/dom-input.ts'
import { showTitleBox } from './host/dom-title-box.ts'
import { loadTextEditor, showTextBox } from './host/dom-text-box.ts'
import type { ImageWorkerOptions } from './render/images/image-decoder.ts'
import { type BrowserMeasure, createMeasure } from './render/measure.ts'
import { hasCoresToSpare } from './render/memory.ts'
import type { RasterWorkerOptions } from './render/raster/remote-raster.ts'
import { createRenderer } from './render/renderer.ts'
import type { Surface } from './render/surface.ts'
import { watchFonts } from './render/watch-fonts.ts'
import { createKeyBetween } from './document/model/order-keys.ts'
import { suggestEdit } from './history/suggestion-changes.ts'
import { getCentre } from './geometry/box.ts'
import type { ElementRecord } from './document/model/record.ts'
import type { MeasureText, TextBox } from './shape.ts'
import { shapes } from './shapes/index.ts'
import { labelColor } from './shapes/shared/paint.ts'
import { styleNames } from './shapes/shared/style.ts'
import { getTone } from './shapes/shared/palette.ts'
import { boardSchemas } from './model.ts'
import { peopleColors } from './people.ts'
import { editorDefaults, tools } from './tools/index.ts'

const boardKinds = readKinds(boardSchemas)

/** Mounts a board on a page: engine, renderer, keyboard and pointer input. `dispose` unmounts all of it. */
export function createBoard(options: BoardOptions): Board {
  const { host, replica } = options
  const text = createMeasure()
  const editor = createBoardEditor(options, text.measure)
  const picture = mountRenderer(options, editor, text)
  const stopBoxes = showTextBoxes(options, editor)
  const stopLooking = effect(() => {
    const page = editor.pages.current.value
    const visible = editor.camera.visible.value
    // Again whenever the size of the view changes, since the answers are kept for one view.
    if (page === null) return replica.setView((each) => editor.camera.getStored(each))
    replica.setView((each) => (each === page ? visible : undefined))
  })
  const viewport = createViewport(editor, options)
  return {
    state: createState(editor, options),
    tools,
    commands: listCommands(options),
    document: replica.document,
    scene: editor.scene,
    observe: editor.observe,
    setTool: (id) => batch(() => editor.runner.set(id)),
    canUse(toolId) {
      const tool = tools.find((one) => one.id === toolId)
      return tool !== undefined && editor.actions.canUse(tool)
    },
    canRun: (id) => editor.command(id)?.when(editor.view) ?? false,
    run(id) {
      const command = editor.command(id)
      if (command) editor.actions.run(command)
    },
    setStyle: (fields) => editor.edit.setStyle(fields),
    formatText: (format) => editor.edit.formatText(format),
    links: createBoardLinks(editor.edit, editor.text),
    endText: (how) => (how === 'keep' ? editor.text.stop() : editor.text.cancel()),
    select: (ids) => editor.selection.set(ids),
    reading: createReading(editor.edit),
    pages: createPageActions(editor),
    viewport: viewport.verbs,
    insert: createInsert(editor),
    find: createFindActions(editor),
    media: {
      shown: picture.surface.media,
      setPlaying: (id, isPlaying) => picture.surface.setPlaying(id, isPlaying),
    },
    fontsLoaded: picture.fontsLoaded,
    loadTextInput: () => Promise.all([loadTextEditor(), loadPastedHtml()]).then(() => undefined),
    get stats() {
      return picture.surface.stats
    },
    focus() {
      const box = editor.text.control.peek()
      if (box) box.focus()
      else host.focus({ preventScroll: true })
    },
    dispose() {
      for (const stop of [stopLooking, viewport.stop, stopBoxes]) stop()
      picture.stop()
      editor.dispose()
      picture.remove()
    },
  }
}

function listCommands({ commands = [] }: BoardOptions): readonly Command[] {
  return [...ownCommands, ...commands]
}

function createBoardEditor(options: BoardOptions, measure: MeasureText): Editor {
  const { replica, preferences } = options
  const random = domRandom()
  return createEditor({
    replica,
    shapes,
    schemas: boardSchemas,
    tools,
    commands: listCommands(options),
    defaults: editorDefaults,
    styleNames,
    presence: options.presence,
    files: options.files,
    clipboard: domClipboard(),
    cameras: options.cameras,
    drafts: options.drafts,
    styleStore: options.styleStore,
    measure,
    clock: domClock(),
    random,
    reducedMotion: preferences?.reducedMotion ?? (() => false),
    letterKeys: preferences?.letterKeys ?? (() => true),
    typeToEdit: preferences?.typeToEdit ?? (() => true),
    frameTitle: options.frameTitle,
    onRequest: options.onRequest,
    suggestEdit: (changes) =>
      suggestEdit(changes, {
        view: replica.document,
        kinds: boardKinds,
        uid: replica.actor.peek().uid,
        newId: () => random.id(),
      }),
  })
}

/** The rendered board and the pointer input over it. */
interface MountedRenderer {
  readonly surface: Surface
  fontsLoaded: Board['fontsLoaded']
  stop(): void
  remove(): void
}

function mountRenderer(options: BoardOptions, editor: Editor, text: BrowserMeasure): MountedRenderer {
  const { host } = options
  const canvases = document.createElement('div')
  canvases.style.cssText = 'position: absolute; inset: 0'
  // What is drawn is read from the interface around the board.
  canvases.ariaHidden = 'true'
  host.prepend(canvases)
  if (host.tabIndex < 0) host.tabIndex = 0
  const stopInput = listenToPage({
    host,
    editor,
    openFiles: (files, at) => options.onRequest({ type: 'openFiles', files, at }),
  })
  const rasterWorker = createRasterWorkerOptions(options)
  // A worker lays out texts that the page has not.
  const isUsed: BrowserMeasure['isUsed'] = rasterWorker.help ? () => true : text.isUsed
  const surface = createRenderer({
    host: canvases,
    document: editor.drawn,
    shapes: editor.shapes.drawn,
    view: editor.scene.view,
    page: editor.pages.current,
    camera: editor.camera.state,
    size: editor.camera.size,
    drag: editor.drawn.drag,
    overlay: editor.overlay,
    getEdge: (id) => editor.scene.getEdge(id),
    getCaret: editor.findCaret,
    theme: options.theme,
    imageUrl: options.files.url,
    readAnimation: options.files.readAnimation,
    reducedMotion: options.preferences?.reducedMotion ?? (() => false),
    clock: editor.clock,
    ...createImageWorkerOptions(options.files),
    ...rasterWorker,
  })
  const refresh = (): void => {
    text.forget()
    surface.refresh()
  }
  const stopFonts = watchFonts({ clock: editor.clock, isUsed, onLoaded: refresh })
  return {
    surface,
    fontsLoaded(families) {
      if (families.some(isUsed)) refresh()
    },
    stop() {
      stopFonts()
      stopInput()
      surface.dispose()
    },
    remove: () => canvases.remove(),
  }
}

/** Text boxes over the canvas for texts and titles. Returns a function that removes them. */
function showTextBoxes(
  { host, replica, theme, textLabel, onTextEditorMissing }: BoardOptions,
  editor: Editor,
): () => void {
  const stopTextBox = showTextBox({
    host,
    editor,
    getColor: (record, box) => getTextColor(record, box, theme.value),
    getPersonColors: (colour, box) => {
      const { paint, ink } = peopleColors[box?.isPaper ? 'light' : theme.value]
      return { paint: paint[colour % paint.length]!, ink }
    },
    undo: () => stepTextHistory(editor, replica, 'undo'),
    redo: () => stepTextHistory(editor, replica, 'redo'),
    label: textLabel,
    onLoadFailed: () => onTextEditorMissing?.(),
  })
  const stopTitleBox = showTitleBox({ host, editor, label: () => textLabel(false) })
  return () => {
    stopTitleBox()
    stopTextBox()
  }
}

function createImageWorkerOptions({ readUrl }: BoardOptions['files']): {
  readonly imageWorker?: ImageWorkerOptions
} {
  if (!readUrl) return {}
  const open = (): Worker =>
    new Worker(new URL('./image-worker.ts', import.meta.url), { type: 'module', name: 'images' })
  return { imageWorker: { open, read: readUrl } }
}

function createRasterWorkerOptions({ fonts }: BoardOptions): { readonly help?: RasterWorkerOptions } {
  if (!fonts || !hasCoresToSpare()) return {}
  const open = (): Worker =>
    new Worker(new URL('./raster-worker.ts', import.meta.url), { type: 'module', name: 'raster' })
  return { help: { open, fonts, pageFonts: document.fonts } }
}

/** Undo while a text box is open reverts typing and keeps the box open. */
function stepTextHistory({ text }: Editor, replica: BoardOptions['replica'], step: 'undo' | 'redo'): void {
  const typing = text.typing.peek()
  if (typing?.suggestion) return typing.suggestion[step]()
  typing?.session.flush()
  replica[step]()
}

function getTextColor(record: ElementRecord, box: TextBox, boardTheme: 'light' | 'dark'): string {
  const theme = box.isPaper ? 'light' : boardTheme
  const { fill, fillStyle } = record
  if (typeof fill !== 'string') return getTone(box.color, 'strong', theme)
  const style = fillStyle === 'solid' || fillStyle === 'hatch' ? fillStyle : 'soft'
  return labelColor(
    { stroke: 'none', strokeWidth: 0, fill, fillStyle: style, color: box.color } as never,
    theme,
  )
}

function createState(editor: Editor, { replica, presence }: BoardOptions): BoardState {
  const { selection, camera, runner, text, pages } = editor
  return {
    tool: runner.active,
    toolLocked: runner.locked,
    selection: selection.ids,
    selectionBox: computed(() => {
      const frame = editor.overlay.value.frame
      const { zoom, x, y } = camera.state.value
      if (!frame || selection.ids.value.length === 0) return null
      const bounds = editor.scene.boundsOfAll(selection.ids.value) ?? frame.box
      return { x: (bounds.x - x) * zoom, y: (bounds.y - y) * zoom, w: bounds.w * zoom, h: bounds.h * zoom }
    }),
    style: editor.styles.current,
    camera: camera.state,
    page: pages.current,
    pages: pages.list,
    hovered: editor.hovered,
    locked: editor.locked,
    editing: computed(() => text.typing.value?.id ?? null),
    suggesting: editor.suggesting,
    textFormats: computed(() => text.control.value?.formats.value ?? new Set()),
    busy: runner.busy,
    grid: computed(() => editor.grid.value !== null),
    snapping: editor.snapOn,
    canUndo: replica.canUndo,
    canRedo: replica.canRedo,
    saveState: replica.saveState,
    ability: computed(() => replica.actor.value.role),
    people: presence.people,
    empty: pages.empty,
  }
}

function createPageActions(editor: Editor): BoardPages {
  const { edit, view, pages } = editor
  return {
    open: pages.open,
    add(name) {
      const last = view.document.childIds(null).at(-1)
      const z = createKeyBetween(
        last === undefined ? null : view.document.get(last)!.z,
        null,
        view.random.number,
      )
      const id = view.random.id()
      const kind = view.shapes.containerKind('page')
      const record = { ...view.shapes.schema(kind)?.defaults, id, kind, parent: null, z, name }
      if (!edit.apply([{ op: 'put', record }])) return undefined
      pages.open(id)
      return id
    },
    duplicate(id, name) {
      const copy = duplicatePageChanges(view, id, name)
      if (!copy || !edit.apply(copy.changes)) return false
      pages.open(copy.page)
      return true
    },
    rename: (id, name) => void edit.apply([{ op: 'patch', id, fields: { name } }]),
    remove(id) {
      if (view.document.childIds(null).length > 1) edit.apply(removePageChanges(view, id))
    },
  }
}

function createViewport(
  editor: Editor,
  { presence }: BoardOptions,
): { verbs: BoardViewport; stop: () => void } {
  const { camera, scene, selection, view, following } = editor
  const personView = (key: string) => presence.people.peek().find((person) => person.key === key)?.showing
  const goTo = (key: string): void => {
    const showing = personView(key)
    if (!showing) return
    if (showing.page) editor.pages.follow(showing.page)
    if (showing.view) camera.follow(showing.view)
  }
  const stop = effect(() => {
    const key = following.value
    if (key === null) return
    void presence.people.value
    goTo(key)
  })
  const verbs: BoardViewport = {
    following,
    visible: camera.visible,
    centreOn: (at) => camera.centreOn(at),
    zoomBy: (factor, at) => camera.zoomBy(factor, at),
    zoomTo: (zoom) => camera.zoomTo(zoom),
    fitPage() {
      const extent = scene.extent(view.page)
      if (extent) camera.fit(extent)
    },
    fit: (box) => camera.fit(box),
    fill: (box) => camera.fill(box),
    moveTo: (to) => camera.animateTo(to),
    fitSelection() {
      const bounds = scene.boundsOfAll(view.selected)
      if (bounds) camera.fit(bounds)
    },
    show: (ids) =>
      batch(() => {
        const page = ids[0] === undefined ? undefined : editor.pages.getPage(ids[0])
        if (page !== undefined) editor.pages.open(page)
        selection.set(ids)
        const bounds = scene.boundsOfAll(ids)
        if (bounds) camera.fit(bounds)
      }),
    goTo(key) {
      following.value = null
      goTo(key)
    },
    hideMarks: (hidden) => void (editor.marksHidden.value = hidden),
    follow: (key) => void (following.value = key),
  }
  return { verbs, stop }
}

function createFindActions({ find, text, selection }: Editor): BoardFind {
  return {
    result: find.result,
    search: (query, options) => find.search(query, options),
    step: (by) => find.step(by),
    replace(replacement) {
      text.stop()
      return find.replace(replacement)
    },
    replaceAll(replacement) {
      text.stop()
      return find.replaceAll(replacement)
    },
    close() {
      const id = find.close()
      if (id !== undefined) selection.set([id])
    },
  }
}

function createInsert(editor: Editor): BoardInsert {
  const { insertParts, edit, camera } = editor
  const middle = () => getCentre(edit.visible)
  return {
    importRecords: (content) => importContent(edit, content),
    insertImages: (files, at) => insertImages(insertParts, edit, files, at ? camera.toPage(at) : middle()),
    replaceImage: (id, file) => replaceImage(insertParts, edit, id, file),
    splitIntoNotes: (id, lines) => void splitIntoNotes(insertParts, edit, id, lines),
    drawLinkCard: (id, link) => drawLinkCard(insertParts, edit, id, link),
    drawDiagram(id, drawing) {
      const box = editor.scene.getBounds(id)
      if (box) edit.requestHost({ type: 'insertDrawing', drawing, at: getCentre(box), replaces: id })
    },
  }
}
