import type { RichText } from '../document/text/rich-text.ts'

/** A node of a stored rich text, as serialized by `textSchema`. */
export interface RichNode {
  readonly type: string
  readonly text?: string
  readonly attrs?: Readonly<Record<string, unknown>>
  readonly marks?: readonly { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> }[]
  readonly content?: readonly RichNode[]
}

/** A range of text with one style. */
export interface TextRun {
  readonly text: string
  readonly bold: boolean
  readonly italic: boolean
  readonly underline: boolean
  readonly strike: boolean
  readonly code: boolean
  readonly color?: string
  readonly href?: string
}

export interface Paragraph {
  readonly runs: readonly TextRun[]
  /** List depth; 0 outside of lists. */
  readonly depth: number
  /** List marker before its first line. */
  readonly marker?: string
  /** A check box before its first line, and whether it is ticked. */
  readonly checked?: boolean
  /** Font size as a multiple of the text's; default 1. */
  readonly scale?: number
}

const plain = { bold: false, italic: false, underline: false, strike: false, code: false }

/** A list marker, or the state of a check box. */
type Mark = string | boolean

/** Font sizes of headings by level, as multiples of the text's. */
export const headingScales: readonly number[] = [1.6, 1.3, 1.1]

/**
 * The document as a flat list of paragraphs; hard breaks are `
 * `.
 */
export function getParagraphs(doc: RichText): Paragraph[] {
  const list: Paragraph[] = []
  for (const node of doc.content as readonly RichNode[]) collect(node, 0, undefined, list)
  return list
}

function collect(node: RichNode, depth: number, mark: Mark | undefined, into: Paragraph[]): void {
  if (node.type === 'bulletList' || node.type === 'orderedList') {
    const first = typeof node.attrs?.['start'] === 'number' ? node.attrs['start'] : 1
    node.content?.forEach((item, i) => {
      collect(item, depth + 1, node.type === 'orderedList' ? `${first + i}.` : '•', into)
    })
  } else if (node.type === 'checkList') {
    for (const item of node.content ?? []) collect(item, depth + 1, item.attrs?.['checked'] === true, into)
  } else if (node.type === 'listItem' || node.type === 'checkItem') {
    node.content?.forEach((child, i) => collect(child, depth, i === 0 ? mark : undefined, into))
  } else if (node.type === 'heading') {
    const scale = headingScales[Number(node.attrs?.['level']) - 1] ?? 1
    into.push({ runs: (node.content ?? []).map((part) => ({ ...getRun(part), bold: true })), depth, scale })
  } else {
    into.push({
      runs: (node.content ?? []).map(getRun),
      depth,
      ...(typeof mark === 'string' && { marker: mark }),
      ...(typeof mark === 'boolean' && { checked: mark }),
    })
  }
}

function getRun(node: RichNode): TextRun {
  if (node.type !== 'text') return { ...plain, text: node.type === 'hardBreak' ? '\n' : '' }
  const span: { -readonly [K in keyof TextRun]: TextRun[K] } = { ...plain, text: node.text ?? '' }
  for (const mark of node.marks ?? []) {
    if (mark.type === 'bold') span.bold = true
    else if (mark.type === 'italic') span.italic = true
    else if (mark.type === 'underline') span.underline = true
    else if (mark.type === 'strike') span.strike = true
    else if (mark.type === 'code') span.code = true
    else if (mark.type === 'link' && typeof mark.attrs?.['href'] === 'string') span.href = mark.attrs['href']
    else if (mark.type === 'color' && typeof mark.attrs?.['value'] === 'string')
      span.color = mark.attrs['value']
  }
  return span
}

/** Plain text for the clipboard: one line per paragraph, with list markers. */
export function textWithMarkers(doc: RichText | undefined): string {
  if (!doc) return ''
  return getParagraphs(doc)
    .map(({ runs, depth, marker, checked }) => {
      const indent = '  '.repeat(Math.max(0, depth - 1))
      const mark = checked === undefined ? marker : checked ? '[x]' : '[ ]'
      return indent + (mark === undefined ? '' : `${mark} `) + runs.map((span) => span.text).join('')
    })
    .join('\n')
}

const weights = new WeakMap<RichText, { readonly characters: number; readonly paragraphs: number }>()

/** Amount of text, without a layout, for drawing it as bars at small scales. */
export function getWeight(doc: RichText): { readonly characters: number; readonly paragraphs: number } {
  const known = weights.get(doc)
  if (known) return known
  const count = (node: RichNode): number =>
    (node.text?.length ?? 0) + (node.content?.reduce((sum, child) => sum + count(child), 0) ?? 0)
  const nodes = doc.content as readonly RichNode[]
  const weight = { characters: nodes.reduce((sum, node) => sum + count(node), 0), paragraphs: nodes.length }
  weights.set(doc, weight)
  return weight
}
