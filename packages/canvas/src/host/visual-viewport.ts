import type { Editor } from '../editor/editor.ts'

/** Free space around the text being typed, CSS pixels. */
const margin = 12
/** With less height than this between bars and keyboard, only the keyboard counts. */
const leastHeight = 96

interface Range {
  readonly top: number
  readonly bottom: number
}

/** The part of the host that neither an on-screen keyboard nor bars cover, in client coordinates. */
function getUncovered(host: HTMLElement): Range {
  const frame = host.getBoundingClientRect()
  const shown = window.visualViewport
  const top = Math.max(frame.top, shown?.offsetTop ?? 0)
  const bottom = Math.min(frame.bottom, shown ? shown.offsetTop + shown.height : frame.bottom)
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(host)
  const inner = {
    top: top + (parseFloat(scrollPaddingTop) || 0) + margin,
    bottom: bottom - (parseFloat(scrollPaddingBottom) || 0) - margin,
  }
  return inner.bottom - inner.top >= leastHeight ? inner : { top, bottom }
}

/** Pans so that the text being typed, or at least its caret, is not covered by an on-screen keyboard. */
export function keepUncovered(host: HTMLElement, editor: Editor, element: HTMLElement): void {
  const shown = window.visualViewport
  // Without a keyboard, everything in the view can be seen, and typing must not move the board.
  if (!shown || shown.height >= host.clientHeight - 1) return
  const seen = getUncovered(host)
  const box = element.getBoundingClientRect()
  const fits = box.height <= seen.bottom - seen.top
  const { top, bottom } = fits ? box : (getCaret(element) ?? box)
  const by = bottom > seen.bottom ? seen.bottom - bottom : top < seen.top ? seen.top - top : 0
  if (by !== 0) editor.camera.panBy(0, by)
}

function getCaret(element: HTMLElement): Range | undefined {
  const selection = getSelection()
  if (!selection?.focusNode || !element.contains(selection.focusNode)) return undefined
  const range = selection.getRangeAt(0)
  const rect = range.getClientRects()[0]
  // An empty line has no rectangle of its own.
  const node =
    selection.focusNode instanceof Element ? selection.focusNode : selection.focusNode.parentElement
  return rect ?? node?.getBoundingClientRect()
}

/** Calls back when the visible part of the page changes, as with an on-screen keyboard. */
export function onVisualViewport(changed: () => void): () => void {
  const shown = window.visualViewport
  shown?.addEventListener('resize', changed)
  shown?.addEventListener('scroll', changed)
  return () => {
    shown?.removeEventListener('resize', changed)
    shown?.removeEventListener('scroll', changed)
  }
}
