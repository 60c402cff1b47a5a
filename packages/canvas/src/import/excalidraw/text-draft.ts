import { MAX_TEXT_LENGTH, MAX_TEXT_NODES } from '../../document/model/limits.ts'
import { isLinkUrl, richTextFromPlain } from '../../document/text/rich-text.ts'
import type { RichText } from '../../document/text/rich-text.ts'
import type { RichNode } from '../../text/rich.ts'
import type { NoteCounter } from '../notes.ts'
import { readColor } from './colors.ts'
import type { Draft } from './element-draft.ts'
import type { ForeignElement } from './element.ts'
import { getBaselineShift, readLineHeight } from './font-metrics.ts'
import { getTextStyle, getOpacity, getPaint } from './read-style.ts'

/** Each line has a paragraph node and a text node; the document is a node too. */
const maxLines = Math.floor((MAX_TEXT_NODES - 1) / 2)
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

const alignments: ReadonlyMap<string, 'start' | 'center' | 'end'> = new Map([
  ['left', 'start'],
  ['center', 'center'],
  ['right', 'end'],
])

/** Text of an element: as typed if known, else with line breaks from wrapping. */
function getWords(element: ForeignElement, notes: NoteCounter): string {
  const typed = element.originalText ?? element.text
  const clean = typed.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(controls, '')
  if (clean.length <= MAX_TEXT_LENGTH && countLines(clean) <= maxLines) return clean
  notes.take('longText', element)
  const cut = clean.slice(0, MAX_TEXT_LENGTH).toWellFormed()
  return cut.split('\n').slice(0, maxLines).join('\n')
}

function countLines(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

/** Rich text of a label or text element; null if blank. A link of the element becomes a link of its text. */
export function getRichText(
  element: ForeignElement,
  link: string | null,
  notes: NoteCounter,
): RichText | null {
  const words = getWords(element, notes)
  if (words.trim() === '') return null
  const text = richTextFromPlain(words)
  return isLinkUrl(link) ? linked(text, link) : text
}

function linked(text: RichText, href: string): RichText {
  const mark = { type: 'link', attrs: { href } }
  const withMark = (node: RichNode): RichNode =>
    node.text === undefined
      ? { ...node, ...(node.content && { content: node.content.map(withMark) }) }
      : { ...node, marks: [mark] }
  return { type: 'doc', content: (text.content as readonly RichNode[]).map(withMark) }
}

/** Text style. On an area with a fixed colour, the text colour is fixed too. */
export function readTextStyle(element: ForeignElement, onFixedColor: boolean, notes: NoteCounter) {
  const paint = getPaint(element.strokeColor, element, notes)
  const fixed = onFixedColor && (paint === 'ink' || paint === 'paper')
  const style = getTextStyle(element, notes)
  const lineHeight = readLineHeight(element, style.size)
  return {
    ...style,
    ...(lineHeight !== undefined && { lineHeight }),
    color: fixed ? readColor(element.strokeColor)!.hex : paint === 'none' ? 'paper' : paint,
    align: alignments.get(element.textAlign) ?? 'start',
  }
}

export function getVertical(element: ForeignElement): 'top' | 'middle' | 'bottom' {
  return element.verticalAlign === 'top' || element.verticalAlign === 'bottom'
    ? element.verticalAlign
    : 'middle'
}

/** The box of a text moved up along its own side. */
function liftBaseline(geometry: Draft['fields'], shift: number, radians: number): Draft['fields'] {
  const add = (place: unknown, by: number): number => Math.round((Number(place) + by) * 100) / 100
  return {
    ...geometry,
    x: add(geometry['x'], Math.sin(radians) * shift),
    y: add(geometry['y'], -Math.cos(radians) * shift),
  }
}

/** A standalone text element. */
export function textDraft(
  element: ForeignElement,
  geometry: Draft['fields'],
  onFixedColor: boolean,
  notes: NoteCounter,
): Draft | undefined {
  const text = getRichText(element, element.link, notes)
  if (text === null) {
    notes.take('invisible', element)
    return undefined
  }
  if (element.link !== null && !isLinkUrl(element.link)) notes.take('link', element)
  const style = readTextStyle(element, onFixedColor, notes)
  return {
    source: element,
    kind: 'text',
    fields: {
      ...liftBaseline(geometry, getBaselineShift(element, style.font, style.size), element.angle),
      opacity: getOpacity(element, notes),
      ...style,
      wraps: !element.autoResize,
      text,
    },
  }
}
