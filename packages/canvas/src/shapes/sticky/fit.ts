import type { RichText } from '../../document/text/rich-text.ts'
import type { Fields, ShapeView } from '../../shape.ts'
import { computeLayout } from '../../text/layout.ts'
import { listBreaks } from '../../text/breaks.ts'
import { textWithMarkers } from '../../text/rich.ts'
import type { MeasureText } from '../../text/run.ts'
import { runWidth } from '../../text/widths.ts'
import { resizedAbout } from '../shared/boxed.ts'
import { getDoc } from '../shared/label.ts'
import { stickyRoom } from './geometry.ts'
import type { StickyRecord } from './schema.ts'

/** Candidate font sizes as fractions of the note's width, from the largest down by a constant ratio. */
const largest = 0.22
const ratio = 1.2
const steps = 12

/**
 * Fits the font size to the note. If even the smallest size is too tall, or the user chose the size, the note
 * grows in height instead.
 */
export function fitSticky(sticky: StickyRecord, view: ShapeView): Fields {
  const doc = getDoc(sticky)
  if (!doc) return {}
  const size = sticky.fits ? fittedSize(sticky, doc, view.measure) : sticky.size
  const room = stickyRoom(sticky)
  const { h } = getLayout(sticky, doc, size, room.w, view.measure)
  const grown =
    h > room.h + 0.5 ? resizedAbout(sticky, sticky.w, Math.ceil(h + sticky.h - room.h), 0.5, 0) : {}
  return { ...(size !== sticky.size && { size }), ...grown }
}

function fittedSize(sticky: StickyRecord, doc: RichText, measure: MeasureText): number {
  const room = stickyRoom(sticky)
  let size = 0
  for (let i = 0; i < steps; i++) {
    size = Math.round((sticky.w * largest) / ratio ** i)
    const block = getLayout(sticky, doc, size, room.w, measure)
    if (block.h <= room.h && !breaksInsideWords(sticky, doc, size, room.w, measure)) break
  }
  return Math.max(2, size)
}

/** Sizes at which the longest word would be broken are too large. */
function breaksInsideWords(
  sticky: StickyRecord,
  doc: RichText,
  size: number,
  width: number,
  measure: MeasureText,
): boolean {
  const longest = Math.max(
    0,
    ...getWords(doc).map((text) =>
      runWidth({ text, font: sticky.font, size, bold: false, italic: false }, measure),
    ),
  )
  return longest > width
}

const words = new WeakMap<RichText, readonly string[]>()

const wholeWord = /(?<![\p{L}\p{N}\p{M}])[\p{L}\p{N}\p{M}]{2,23}(?![\p{L}\p{N}\p{M}])/gu

/**
 * The longest words of a document, the only ones that can be too wide. Words of 24 characters or more are broken
 * in any case. Scripts without spaces have the words between their line breaks.
 */
function getWords(doc: RichText): readonly string[] {
  const known = words.get(doc)
  if (known) return known
  const found = textWithMarkers(doc)
    .split('\n')
    .flatMap((line) => splitAt(line, listBreaks(line)))
    .flatMap((part) => part.match(wholeWord) ?? [])
  const list = [...new Set(found)].sort((a, b) => b.length - a.length).slice(0, 8)
  words.set(doc, list)
  return list
}

function splitAt(text: string, indices: readonly number[]): string[] {
  return [0, ...indices].map((from, i) => text.slice(from, indices[i]))
}

function getLayout(
  sticky: StickyRecord,
  doc: RichText,
  size: number,
  width: number,
  measure: MeasureText,
): { readonly h: number } {
  const { font, align, lineHeight } = sticky
  return computeLayout(doc, { font, size, align, lineHeight, width }, measure)
}
