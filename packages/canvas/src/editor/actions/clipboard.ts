import { batch } from '@preact/signals-core'
import {
  getDocument,
  getPlainText,
  isEmptyText,
  isLegalText,
  type RichText,
  richTextFromPlain,
} from '../../document/text/rich-text.ts'
import { getPageUrl, withLinks } from '../../document/text/links.ts'
import { MAX_TEXT_LENGTH } from '../../document/model/limits.ts'
import { getCentre, intersects } from '../../geometry/box.ts'
import type { Vec } from '../../geometry/vec.ts'
import type { BoardEdit, ClipboardActions } from '../board-view.ts'
import { getFragment, insertChanges, type Fragment } from '../changes/copy.ts'
import { findContainer } from '../changes/placement.ts'
import { removeChanges } from '../changes/remove.ts'
import { fromClipboardHtml, toClipboardHtml } from './clipboard-format.ts'
import { findPastedDiagram, findPastedDrawing, findPastedSvg, findPastedTable } from './pasted-drawing.ts'
import { insertImages, insertText, type InsertParts } from './insert.ts'
import type { EditorParts } from '../parts.ts'
import type { ClipboardContent } from '../board-ports.ts'
import { isElement, sortByStacking, withDescendants } from '../view/relations.ts'

/** Offset of a pasted copy whose original is still visible, page units. */
const pasteStep = 16

export type ClipboardParts = InsertParts & Pick<EditorParts, 'clipboardPort' | 'onRequest'>

export interface Clipboard extends ClipboardActions {
  /** The selection in clipboard formats; undefined if nothing is selected. */
  take(how: 'copy' | 'cut'): { readonly html: string; readonly text: string } | undefined
  /** Pastes clipboard content, at a page point if given; true if something was inserted. */
  put(content: ClipboardContent, how: 'rich' | 'plain', at?: Vec): boolean
}

/** Copy and paste, for browser clipboard events and menu commands. */
export function createClipboard(parts: ClipboardParts, edit: () => BoardEdit): Clipboard {
  const port = parts.clipboardPort
  /** Pasting the same content again increases the offset. */
  let pasted: { key: string; times: number } | undefined

  const putFragment = (fragment: Fragment, key: string, at: Vec | undefined): boolean => {
    const view = edit()
    const bounds = boundsOfFragment(fragment)
    pasted = { key, times: pasted?.key === key ? pasted.times + 1 : 1 }
    const target =
      at ?? view.pointer ?? (bounds && intersects(bounds, view.visible) ? undefined : getCentre(view.visible))
    const from = bounds ? getCentre(bounds) : { x: 0, y: 0 }
    const step = target ? (pasted.times - 1) * pasteStep : pasted.times * pasteStep
    const shift = {
      dx: (target ? target.x - from.x : 0) + step,
      dy: (target ? target.y - from.y : 0) + step,
    }
    const parent = findContainer(view, { x: from.x + shift.dx, y: from.y + shift.dy })
    const { changes, tops } = insertChanges(view, fragment, parent, shift)
    if (!edit().apply(changes)) return false
    edit().select(tops)
    return true
  }

  const clipboard: Clipboard = {
    take(how) {
      const view = edit()
      if (view.selected.length === 0) return undefined
      parts.emit({ type: 'ran', id: how })
      const fragment = getFragment(view, view.selected)
      const text = getText(view)
      if (how === 'cut') edit().apply(removeChanges(view, view.selected))
      pasted = undefined
      return { html: toClipboardHtml(fragment, text), text }
    },
    put: (content, how, position) =>
      batch(() => {
        const view = edit()
        if (!view.rights.canAdd(view.page)) {
          parts.emit({ type: 'refused', refusal: { refused: 'role', message: 'this role adds nothing' } })
          return false
        }
        const own = how === 'rich' ? fromClipboardHtml(content.html) : undefined
        if (own) return putFragment(own, content.html, position)
        const at = position ?? view.pointer ?? getCentre(view.visible)
        return how === 'rich' ? putRich(parts, edit(), content, at) : putText(parts, edit(), content, at)
      }),
    copy(how) {
      const content = clipboard.take(how)
      if (content)
        void port
          .write(content)
          .catch(() => parts.emit({ type: 'announce', key: 'board.clipboardDenied', values: {} }))
    },
    paste(how) {
      void port
        .read()
        .then((content) => content && clipboard.put(content, how))
        .catch(() => parts.emit({ type: 'announce', key: 'board.clipboardDenied', values: {} }))
    },
  }
  return clipboard
}

/** Content of another program, as what it is. */
function putRich(parts: ClipboardParts, edit: BoardEdit, content: ClipboardContent, at: Vec): boolean {
  const { text, rich } = content
  const drawing = findPastedDrawing(content) ?? findPastedTable(content)
  if (drawing) {
    parts.onRequest({ type: 'insertDrawing', drawing, at })
    return true
  }
  const svg = findPastedSvg(text)
  const images =
    svg === undefined
      ? content.files.filter((file) => file.blob.type.startsWith('image/'))
      : [{ blob: new Blob([svg], { type: 'image/svg+xml' }), name: 'image.svg' }]
  // Word processors add an image of the text.
  if (images.length === 0 || (rich && !isEmptyText(rich) && svg === undefined))
    return putText(parts, edit, content, at, { rich, isCardOffered: true })
  void insertImages(parts, edit, images, at)
  return true
}

function putText(
  parts: ClipboardParts,
  edit: BoardEdit,
  content: ClipboardContent,
  at: Vec,
  {
    rich,
    isCardOffered = false,
  }: { readonly rich?: RichText | undefined; readonly isCardOffered?: boolean } = {},
): boolean {
  const text = (rich ? getPlainText(rich) : content.text).replace(/\r\n?/g, '\n').trim()
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines.length === 0) {
    const isEmpty = content.html.trim() === '' && content.files.length === 0
    parts.emit({ type: 'notPasted', reason: isEmpty ? 'empty' : 'unknown' })
    return false
  }
  const pasted = text.length > MAX_TEXT_LENGTH ? undefined : withLinks(rich ?? richTextFromPlain(text))
  if (!pasted || !isLegalText(getDocument(pasted))) {
    parts.emit({ type: 'notPasted', reason: 'too_large' })
    return false
  }
  const id = insertText(parts, edit, pasted, at)
  if (id === undefined) return false
  const url = isCardOffered ? getPageUrl(text) : undefined
  const drawing = findPastedDiagram(text)
  if (drawing) parts.emit({ type: 'diagramPasted', id, drawing })
  else if (lines.length > 1) parts.emit({ type: 'linesPasted', id, lines })
  else if (url !== undefined) parts.emit({ type: 'urlPasted', id, url })
  return true
}

function getText(view: BoardEdit): string {
  const { document, shapes } = view
  return sortByStacking(document, withDescendants(document, view.selected))
    .map((id) => document.get(id))
    .map((record) => {
      if (!record) return ''
      const own = isElement(record, shapes) && shapes.get(record.kind)?.export?.plainText?.(record)
      return typeof own === 'string'
        ? own
        : getPlainText((record['text'] as RichText | null | undefined) ?? null)
    })
    .filter((text) => text !== '')
    .join('\n')
}

function boundsOfFragment(fragment: Fragment): { x: number; y: number; w: number; h: number } | undefined {
  let left = Infinity
  let top = Infinity
  let right = -Infinity
  let bottom = -Infinity
  for (const { x, y, w, h } of fragment.records as readonly Record<string, unknown>[]) {
    if (typeof x !== 'number' || typeof y !== 'number' || typeof w !== 'number' || typeof h !== 'number')
      continue
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + w)
    bottom = Math.max(bottom, y + h)
  }
  return left <= right ? { x: left, y: top, w: right - left, h: bottom - top } : undefined
}
