import { batch, effect, signal, untracked } from '@preact/signals-core'
import { EditorState, Selection, TextSelection, type Transaction } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { isLinkUrl, textSchema } from '../document/text/rich-text.ts'
import type { TextFormat } from '../editor/actions/text-types.ts'
import type { Editor } from '../editor/editor.ts'
import type { TextEdit } from '../editor/actions/text-editing.ts'
import type { TextChange } from '../editor/actions/text-editing.ts'
import { getModifiers, isApple } from './dom-events.ts'
import { decorateKana } from './kana.ts'
import { findLink, setLink } from './link-editing.ts'
import { RemoteCarets } from './remote-carets.ts'
import { positionTextBox, type TextBoxParts } from './text-box-style.ts'
import { formatCommand, getFormats, textPlugins } from './text-keymap.ts'
import { linkBeforeCaret, linkPasted } from './typed-formats.ts'
import { keepUncovered, onVisualViewport } from './visual-viewport.ts'

/** The editor of one text. The methods act on keys that were pressed before it had loaded. */
export interface TextEditor {
  insert(text: string): void
  press(event: KeyboardEvent): void
  paste(html: string, text: string, event: ClipboardEvent): void
  close(): void
}

/** Opens a text in a ProseMirror editor, exactly over its position on the canvas. */
export function openTextEditor(parts: TextBoxParts, typing: TextEdit): TextEditor {
  const { host, editor } = parts
  const box = document.createElement('div')
  box.className = 'tavla-text-box'
  host.append(box)
  const view = createView(parts, typing, box)
  const carets = new RemoteCarets((colour) => parts.getPersonColors(colour, editor.text.getBox(typing)?.box))
  const formats = signal<ReadonlySet<TextFormat>>(getFormats(view.state))
  const linkUrl = signal<string | null>(null)

  function show(state: EditorState): void {
    view.updateState(state)
    formats.value = getFormats(state)
    linkUrl.value = findLink(state)?.href ?? null
    editor.text.setCaret(state.selection.anchor, state.selection.head)
    editor.text.grow()
    positionTextBox(parts, typing, box)
    keepUncovered(host, editor, box)
  }
  view.setProps({
    decorations: ({ doc }) => carets.getDecorations(doc).add(doc, decorateKana(doc)),
    dispatchTransaction(transaction) {
      const { state, transactions } = view.state.applyTransaction(transaction)
      const steps = transactions.flatMap((one) => (one.docChanged ? one.steps : []))
      if (steps.length > 0 && !typing.session.apply(steps)) return show(freshState(parts, typing))
      for (const one of transactions) if (one.docChanged) carets.map(one.mapping)
      show(state)
    },
  })
  const stopRemote = typing.session.onRemote((change) => {
    if (change.type === 'removed') return
    show(
      change.type === 'replaced'
        ? freshState(parts, typing)
        : view.state.apply(remoteSteps(view.state, change)),
    )
  })
  const stopPlace = effect(() => {
    void editor.camera.state.value
    void editor.camera.size.value
    positionTextBox(parts, typing, box)
  })
  const stopMoves = editor.drawn.observe((change) => {
    if (change.whole || change.ids.has(typing.id)) positionTextBox(parts, typing, box)
  })
  const stopCarets = carets.follow(
    typing.id,
    () => editor.overlay.value.others,
    () => untracked(() => view.updateState(view.state)),
  )
  const stopViewport = onVisualViewport(() => keepUncovered(host, editor, box))
  // Pointer events inside the text box must not reach the board.
  for (const type of ['pointerdown', 'pointermove', 'pointerup', 'contextmenu', 'dblclick'] as const) {
    box.addEventListener(type, (event) => event.stopPropagation())
  }
  editor.text.control.value = {
    formats,
    link: linkUrl,
    setLink(href) {
      const transaction = setLink(view.state, href)
      if (transaction) view.dispatch(transaction)
      view.focus()
    },
    focus: () => view.focus(),
    complete() {
      const transaction = linkBeforeCaret(view.state)
      if (transaction) view.dispatch(transaction)
    },
    toggle(format) {
      formatCommand(format)(view.state, (transaction) => view.dispatch(transaction), view)
      view.focus()
    },
  }
  putCaret(view, typing, editor)
  show(view.state)
  view.focus()

  return {
    insert: (text) => insertTyped(view, text),
    press: (event) => pressTyped(view, event),
    paste: (html, text, event) =>
      void (html === '' ? view.pasteText(text, event) : view.pasteHTML(html, event)),
    close: () =>
      batch(() => {
        editor.text.control.value = null
        stopRemote()
        stopPlace()
        stopMoves()
        stopViewport()
        stopCarets()
        const hadFocus = view.hasFocus()
        view.destroy()
        box.remove()
        if (hadFocus) host.focus({ preventScroll: true })
      }),
  }
}

/** Inserts like the browser does, so that input rules apply. */
function insertTyped(view: EditorView, text: string): void {
  const { from, to } = view.state.selection
  const insert = () => {
    const { tr } = view.state
    tr.insertText(text, from, to)
    // A selection of everything would stay one, and the next character replace this one.
    return tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(to)), -1)).scrollIntoView()
  }
  if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, text, insert)))
    view.dispatch(insert())
}

/** The browser does nothing for a repeated event; of its own keys only Backspace is needed while typing. */
function pressTyped(view: EditorView, event: KeyboardEvent): void {
  if (view.someProp('handleKeyDown', (handle) => handle(view, event)) || event.key !== 'Backspace') return
  const { $from, from } = view.state.selection
  const before = $from.parent.textBetween(0, $from.parentOffset, '', ' ')
  const last = [...new Intl.Segmenter().segment(before)].at(-1)
  if (last) view.dispatch(view.state.tr.delete(from - last.segment.length, from))
}

function createView(parts: TextBoxParts, typing: TextEdit, box: HTMLElement): EditorView {
  return new EditorView(box, {
    state: freshState(parts, typing),
    attributes: {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': parts.label(typing.suggestion !== undefined),
      spellcheck: 'true',
    },
    handleScrollToSelection: () => true,
    handlePaste: pasteUrlOverSelection,
    transformPasted: linkPasted,
    handleDOMEvents: { mousedown: toggleClickedCheck },
    handleClick: (view, pos, event) => openLink(parts, view, pos, event),
  })
}

/** A press on the check box of an item, which is beside its text, ticks it. */
function toggleClickedCheck(view: EditorView, event: MouseEvent): boolean {
  const item = event.target instanceof Element ? event.target.closest('li[data-checked]') : null
  const line = item?.firstElementChild?.getBoundingClientRect()
  if (!item || !line || (event.clientX >= line.left && event.clientX <= line.right)) return false
  const at = view.posAtDOM(item, 0) - 1
  const node = view.state.doc.nodeAt(at)
  if (node?.type !== textSchema.nodes.checkItem) return false
  event.preventDefault()
  view.dispatch(view.state.tr.setNodeAttribute(at, 'checked', node.attrs['checked'] !== true))
  return true
}

/** A URL pasted over a selection links it. */
function pasteUrlOverSelection(view: EditorView, event: ClipboardEvent): boolean {
  const url = event.clipboardData?.getData('text/plain').trim()
  if (view.state.selection.empty || !isLinkUrl(url)) return false
  const transaction = setLink(view.state, url)
  if (transaction) view.dispatch(transaction)
  return true
}

/** Mod and a click open a link; a click alone places the caret. */
function openLink({ editor }: TextBoxParts, view: EditorView, pos: number, event: MouseEvent): boolean {
  const mark = view.state.doc.nodeAt(pos)?.marks.find(({ type }) => type === textSchema.marks.link)
  const href: unknown = mark?.attrs['href']
  if (!getModifiers(event, isApple()).mod || !isLinkUrl(href)) return false
  event.preventDefault()
  editor.edit.requestHost({ type: 'openLink', href })
  return true
}

function freshState({ editor, undo, redo }: TextBoxParts, typing: TextEdit): EditorState {
  return EditorState.create({
    doc: typing.session.doc,
    plugins: textPlugins({
      undo,
      redo,
      finish: () => editor.text.stop(),
      cancel: () => editor.text.cancel(),
      next: (step) => editor.actions.nextNote(step) || true,
      grow: editor.actions.growFromText,
      editLink: () => editor.edit.requestHost({ type: 'editLink' }),
    }),
  })
}

/** Used by ProseMirror's own collaboration module, but missing from its published types. */
interface Mirrors {
  setMirror(undone: number, redone: number): void
}

/** Remote steps as one transaction. `mirrors` maps the caret through steps that were undone and redone. */
function remoteSteps(state: EditorState, change: Extract<TextChange, { type: 'steps' }>): Transaction {
  const transaction = state.tr
  change.steps.forEach((step, i) => {
    transaction.step(step)
    for (const [undone, redone] of change.mirrors) {
      if (redone === i) (transaction.mapping as unknown as Mirrors).setMirror(undone, redone)
    }
  })
  return transaction.setMeta('addToHistory', false)
}

function putCaret(view: EditorView, typing: TextEdit, editor: Editor): void {
  const { caret } = typing
  const { doc } = view.state
  const transaction = view.state.tr
  if (caret.type === 'all')
    transaction.setSelection(TextSelection.between(doc.resolve(0), doc.resolve(doc.content.size)))
  else if (caret.type === 'at') {
    const { x, y } = editor.camera.toScreen(caret.point)
    const frame = view.dom.closest('.tavla-text-box')!.parentElement!.getBoundingClientRect()
    const hit = view.posAtCoords({ left: x + frame.left, top: y + frame.top })
    transaction.setSelection(hit ? Selection.near(doc.resolve(hit.pos)) : Selection.atEnd(doc))
  } else transaction.setSelection(Selection.atEnd(doc))
  view.dispatch(transaction)
}
