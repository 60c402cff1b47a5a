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
}

const plain = { bold: false, italic: false, underline: false, strike: false, code: false }

/**
 * The document as a flat list of paragraphs; hard breaks are `
 * `.
 */
export function getParagraphs(doc: RichText): Paragraph[] {
  const list: Paragraph[] = []
  for (const node of doc.content as readonly RichNode[]) collect(node, 0, undefined, list)
  return list
}

function collect(node: RichNode, depth: number, marker: string | undefined, into: Paragraph[]): void {
  if (node.type === 'bulletList' || node.type === 'orderedList') {
    const first = typeof node.attrs?.['start'] === 'number' ? node.attrs['start'] : 1
    node.content?.forEach((item, i) => {
      collect(item, depth + 1, node.type === 'orderedList' ? `${first + i}.` : '•', into)
    })
  } else if (node.type === 'listItem') {
    node.content?.forEach((child, i) => collect(child, depth, i === 0 ? marker : undefined, into))
  } else {
    into.push({ runs: (node.content ?? []).map(getRun), depth, ...(marker !== undefined && { marker }) })
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
    .map(({ runs, depth, marker }) => {
      const indent = '  '.repeat(Math.max(0, depth - 1))
      return indent + (marker === undefined ? '' : `${marker} `) + runs.map((span) => span.text).join('')
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
