import { effect, signal, untracked } from '@preact/signals-core'
import { type DOMOutputSpec, Fragment, type Node, Slice } from 'prosemirror-model'
import { ReplaceStep } from 'prosemirror-transform'
import { textSchema } from '../document/text/rich-text.ts'
import type { TextControl, TextEdit } from '../editor/actions/text-editing.ts'
import { positionTextBox, textBoxSheet, type TextBoxParts } from './text-box-style.ts'
import type { TextEditor } from './text-editor.ts'
import { keepUncovered } from './visual-viewport.ts'

type OpenTextEditor = (parts: TextBoxParts, typing: TextEdit) => TextEditor
type TypedInput = (editor: TextEditor) => void

let openTextEditor: OpenTextEditor | undefined

/** Loads the text editor, which most visits of a board do not need. Later calls do nothing. */
export async function loadTextEditor(): Promise<void> {
  openTextEditor ??= (await import('./text-editor.ts')).openTextEditor
}

interface ShownTextBoxParts extends TextBoxParts {
  /** The editor could not be loaded. Editing has ended; starting it again loads again. */
  readonly onLoadFailed: () => void
}

interface OpenBox {
  close(): void
}

/** Shows the text being edited. Until the editor has loaded, a field takes the keys for it. */
export function showTextBox(parts: ShownTextBoxParts): () => void {
  const { host, editor } = parts
  const sheet = textBoxSheet()
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  let open: OpenBox | undefined

  function show(typing: TextEdit): OpenBox {
    if (openTextEditor) return openTextEditor(parts, typing)
    const waiting = openWaitingField(parts, typing)
    const arrive = (): void => {
      if (open !== waiting || !openTextEditor) return
      open = openTextEditor(parts, typing)
      waiting.close()
      // A replayed key can open the text of another element, where the following keys go.
      for (const input of waiting.typed) if (open) input(open as TextEditor)
    }
    loadTextEditor().then(
      () => waiting.afterComposition(arrive),
      () => {
        if (open !== waiting) return
        editor.text.stop()
        parts.onLoadFailed()
      },
    )
    return waiting
  }

  const stop = effect(() => {
    const typing = editor.text.typing.value
    // Untracked, so that only a change of the edited text opens a new box.
    untracked(() => {
      open?.close()
      open = undefined
      if (typing) open = show(typing)
    })
  })
  return () => {
    stop()
    open?.close()
    open = undefined
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    host.focus({ preventScroll: true })
  }
}

interface WaitingField extends OpenBox {
  readonly typed: readonly TypedInput[]
  /** Calls back at once, or when the input method has finished its word. */
  afterComposition(run: () => void): void
}

/** Shows the text with a caret, and records what is typed. */
function openWaitingField(parts: TextBoxParts, typing: TextEdit): WaitingField {
  const { host, editor } = parts
  const box = document.createElement('div')
  box.className = 'tavla-text-box'
  const field = createField(parts, typing)
  box.append(field)
  const typed: TypedInput[] = []
  const plain = new PlainTyping(typing)
  let isComposing = false
  let waiting: (() => void) | undefined
  const insert = (text: string): void => {
    plain.insert(text)
    typed.push((open) => open.insert(text))
  }
  field.addEventListener('compositionstart', () => void (isComposing = true))
  field.addEventListener('compositionend', ({ data }) => {
    isComposing = false
    if (data !== '') insert(data)
    waiting?.()
  })
  field.addEventListener('beforeinput', (event) => {
    if (isComposing || !event.cancelable) return
    event.preventDefault()
    if (event.inputType === 'insertText' && event.data !== null) insert(event.data)
  })
  field.addEventListener('keydown', (event) => {
    if (event.isComposing || !isCommandKey(event)) return
    event.preventDefault()
    // Following keys are the board's, so what ends editing does not wait.
    if (event.key === 'Escape') return editor.text.cancel()
    if (event.key === 'Enter' && isMod(event)) return editor.text.stop()
    plain.press(event)
    typed.push((open) => open.press(event))
  })
  field.addEventListener('paste', (event) => {
    event.preventDefault()
    const text = event.clipboardData?.getData('text/plain') ?? ''
    const html = event.clipboardData?.getData('text/html') ?? ''
    plain.insert(text)
    typed.push((open) => open.paste(html, text, event))
  })
  // Pointer events inside the text box must not reach the board.
  for (const type of ['pointerdown', 'pointermove', 'pointerup', 'contextmenu', 'dblclick'] as const)
    box.addEventListener(type, (event) => event.stopPropagation())
  const control: TextControl = {
    formats: signal(new Set()),
    link: signal(null),
    setLink: (href) => void typed.push(() => editor.text.control.peek()?.setLink(href)),
    toggle: (format) => void typed.push(() => editor.text.control.peek()?.toggle(format)),
    focus: () => field.focus({ preventScroll: true }),
    complete: () => plain.apply(),
  }
  editor.text.control.value = control
  host.append(box)
  const stopPlace = effect(() => {
    void editor.camera.state.value
    void editor.camera.size.value
    positionTextBox(parts, typing, box)
  })
  field.focus({ preventScroll: true })
  selectText(field, typing)
  keepUncovered(host, editor, box)
  return {
    typed,
    afterComposition(run) {
      if (isComposing) waiting = run
      else run()
    },
    close() {
      stopPlace()
      if (editor.text.control.peek() === control) editor.text.control.value = null
      const hadFocus = document.activeElement === field
      box.remove()
      if (hadFocus) host.focus({ preventScroll: true })
    },
  }
}

function createField({ label }: TextBoxParts, { session, suggestion }: TextEdit): HTMLElement {
  const field = document.createElement('div')
  field.className = 'ProseMirror'
  field.contentEditable = 'true'
  field.role = 'textbox'
  field.ariaMultiLine = 'true'
  field.ariaLabel = label(suggestion !== undefined)
  field.ariaBusy = 'true'
  field.append(...session.doc.children.map(toDomNode))
  // Without content a line has no height.
  for (const line of field.querySelectorAll('p:empty, h1:empty, h2:empty, h3:empty'))
    line.append(document.createElement('br'))
  return field
}

/** A text, or a part of it, as the text editor shows it, for use before the editor has loaded. */
export function toDomNode(node: Node): globalThis.Node {
  const { type, marks, text } = node
  const own = text === undefined ? createElement(type.spec.toDOM?.(node)) : document.createTextNode(text)
  for (const child of node.children) own.appendChild(toDomNode(child))
  return marks.reduceRight<globalThis.Node>((inner, mark) => {
    const outer = createElement(mark.type.spec.toDOM?.(mark, true))
    outer.appendChild(inner)
    return outer
  }, own)
}

/** The schema's elements contain nothing but their content: a tag, attributes and the place of the content. */
function createElement(spec: DOMOutputSpec | undefined): HTMLElement {
  const [tag, attributes] = spec as readonly [string, unknown?]
  const element = document.createElement(tag)
  if (typeof attributes === 'object')
    for (const [name, value] of Object.entries(attributes as object))
      element.setAttribute(name, String(value))
  return element
}

function selectText(field: HTMLElement, { caret }: TextEdit): void {
  const selection = document.getSelection()
  selection?.selectAllChildren(field)
  if (caret.type !== 'all') selection?.collapseToEnd()
}

/** Keys that insert no character, and are not the browser's own shortcuts for the clipboard. */
function isCommandKey({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey) return !/^[vxc]$/i.test(key)
  return ['Enter', 'Backspace', 'Tab', 'Escape'].includes(key)
}

const isMod = ({ ctrlKey, metaKey }: KeyboardEvent): boolean => ctrlKey || metaKey

/** What was typed, without formats: it is kept if editing ends before the editor has arrived. */
class PlainTyping {
  readonly #typing: TextEdit
  #text = ''
  /** Everything is selected, so that the next key replaces it. */
  #isAllSelected: boolean
  #replacesAll = false

  constructor(typing: TextEdit) {
    this.#typing = typing
    this.#isAllSelected = typing.caret.type === 'all'
  }

  insert(text: string): void {
    this.#replaceSelected()
    this.#text += text
  }

  press(event: KeyboardEvent): void {
    if (isMod(event)) this.#isAllSelected ||= /^a$/i.test(event.key)
    else if (event.key === 'Enter') this.insert('\n')
    else if (event.key === 'Backspace' && !this.#replaceSelected()) this.#text = this.#text.slice(0, -1)
  }

  /** Replaces the text, or continues it at its end. */
  apply(): void {
    if (this.#text === '' && !this.#replacesAll) return
    const { session } = this.#typing
    const { doc } = session
    const inline = Fragment.fromArray(createLines(this.#text))
    if (this.#replacesAll) {
      const paragraph = Fragment.from(textSchema.nodes.paragraph.create(null, inline))
      return void session.apply([new ReplaceStep(0, doc.content.size, new Slice(paragraph, 0, 0))])
    }
    let end = doc.content.size
    for (let node = doc.lastChild; node; node = node.isTextblock ? null : node.lastChild) end--
    session.apply([new ReplaceStep(end, end, new Slice(inline, 0, 0))])
  }

  /** Whether everything was selected. */
  #replaceSelected(): boolean {
    if (!this.#isAllSelected) return false
    this.#isAllSelected = false
    this.#replacesAll = true
    this.#text = ''
    return true
  }
}

function createLines(text: string): Node[] {
  return text
    .split('\n')
    .flatMap((line, i) => [
      ...(i > 0 ? [textSchema.nodes.hardBreak.create()] : []),
      ...(line === '' ? [] : [textSchema.text(line.replace(/\s/g, ' '))]),
    ])
}
