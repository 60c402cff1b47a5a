import { getNameKey } from '@tavla/canvas'
import type { Board, BoardRecord } from '@tavla/canvas'
import { getPlainText } from '@tavla/canvas/model'
import type { RichText } from '@tavla/canvas/model'
import type { TFunction } from 'i18next'

/** Longer texts are cut in announcements; the selection's list has them whole. */
const mostRead = 120
/** Names of connected elements; more are counted. */
const mostNamed = 3

export interface ReadingParts {
  readonly board: Pick<Board, 'document' | 'reading' | 'scene'>
  readonly t: TFunction<'board'>
  readonly language: string
}

/** Text, title or alternative text of an element; empty if it has none. */
export function getLabel(record: BoardRecord): string {
  const { text, title, alt } = record
  const caption = [title, alt].find((each) => typeof each === 'string' && each.trim() !== '')
  if (typeof caption === 'string') return caption.trim()
  return text == null ? '' : getPlainText(text as RichText).trim()
}

/** "Rectangle, Plan". */
export function nameElement(record: BoardRecord, t: TFunction<'board'>, most = mostRead): string {
  const label = getLabel(record).replace(/\s+/g, ' ')
  const short = label.length > most ? `${label.slice(0, most).trimEnd()}…` : label
  const kind = t(getNameKey(record) ?? `board:shapes.${record.kind}`)
  return short === '' ? kind : t('board:reading.named', { kind, label: short })
}

/** "Rectangle, Plan, connected to Review". */
export function describeElement(record: BoardRecord, parts: ReadingParts, most = mostRead): string {
  return [nameElement(record, parts.t, most), describeConnections(record.id, parts)]
    .filter(Boolean)
    .join(', ')
}

/** "160 by 100", as in the properties: without the stroke, before rotation. */
export function describeSize(record: BoardRecord, { board, t }: ReadingParts): string {
  const { w, h } = record
  const size =
    typeof w === 'number' && typeof h === 'number' ? { w, h } : board.scene.getExactBounds(record.id)
  return size ? t('board:reading.size', { w: Math.round(size.w), h: Math.round(size.h) }) : ''
}

function describeConnections(id: string, { board, t, language }: ReadingParts): string {
  const getName = (other: string): string => {
    const record = board.document.get(other)
    return record ? getLabel(record) || nameElement(record, t) : ''
  }
  const { start, end, others } = board.reading.getConnections(id)
  if (start !== undefined && end !== undefined)
    return t('board:reading.fromTo', { from: getName(start), to: getName(end) })
  if (start !== undefined) return t('board:reading.from', { from: getName(start) })
  if (end !== undefined) return t('board:reading.to', { to: getName(end) })
  if (others.length === 0) return ''
  const names = others.slice(0, mostNamed).map(getName)
  const more = others.length - names.length
  const all = more > 0 ? [...names, t('board:reading.more', { count: more })] : names
  return t('board:reading.connectedTo', { names: new Intl.ListFormat(language).format(all) })
}
