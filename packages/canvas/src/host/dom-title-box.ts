import { effect, untracked } from '@preact/signals-core'
import type { Editor } from '../editor/editor.ts'
import type { TitleEditing } from '../editor/actions/title-editing.ts'
import { fontFamilies } from '../text/fonts.ts'
import { keepUncovered, onVisualViewport } from './visual-viewport.ts'

export interface TitleBoxParts {
  readonly host: HTMLElement
  readonly editor: Editor
  readonly label: () => string
}

/** Shows the title being edited in a single-line field over its position on the canvas. */
export function showTitleBox(parts: TitleBoxParts): () => void {
  let close: (() => void) | undefined
  const stop = effect(() => {
    const naming = parts.editor.naming.naming.value
    untracked(() => {
      close?.()
      close = naming ? openField(parts, naming) : undefined
    })
  })
  return () => {
    stop()
    close?.()
  }
}

function openField({ host, editor, label }: TitleBoxParts, { record, title }: TitleEditing): () => void {
  const field = document.createElement('input')
  field.className = 'tavla-title-box'
  field.value = String(record[title.field] ?? '')
  field.maxLength = title.most
  field.setAttribute('aria-label', label())
  field.addEventListener('input', () => editor.naming.typed(field.value))
  field.addEventListener('keydown', (event) => {
    event.stopPropagation()
    if (event.key === 'Enter') editor.naming.finish()
    else if (event.key === 'Escape') editor.naming.cancel()
    else return
    event.preventDefault()
    host.focus({ preventScroll: true })
  })
  field.addEventListener('blur', () => editor.naming.finish())
  for (const type of ['pointerdown', 'pointermove', 'pointerup'] as const) {
    field.addEventListener(type, (event) => event.stopPropagation())
  }
  const stopPlace = effect(() => {
    const { zoom } = editor.camera.state.value
    const position = title.position(record)
    const at = editor.camera.toScreen(position)
    field.style.transform = `translate(${at.x}px, ${at.y}px)`
    field.style.width = `${Math.max(position.w * zoom, 120)}px`
    field.style.height = `${position.h * zoom}px`
    field.style.font = `${title.size * zoom}px ${fontFamilies.sans.css}`
  })
  host.append(field)
  field.focus({ preventScroll: true })
  field.select()
  const keepInView = () => keepUncovered(host, editor, field)
  const stopViewport = onVisualViewport(keepInView)
  keepInView()
  return () => {
    stopPlace()
    stopViewport()
    field.remove()
  }
}
