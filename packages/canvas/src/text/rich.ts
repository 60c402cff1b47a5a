import type { RichText } from '../document/text/rich-text.ts'

/** A node inside a stored rich text, as `textSchema` writes it. */
export interface RichNode {
  readonly type: string
  readonly text?: string
  readonly attrs?: Readonly<Record<string, unknown>>
  readonly marks?: readonly { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> }[]
  readonly content?: readonly RichNode[]
}

/** A stretch of text with one set of looks. */
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
  /** How deep in lists; 0 outside. */
  readonly depth: number
  /** What stands before its first line in a list. */
  readonly marker?: string
}

const plain = { bold: false, italic: false, underline: false, strike: false, code: false }

/** The document as a flat list of paragraphs, lists unrolled; hard breaks are `\n` inside a span. */
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

/** The document as people would paste it: one line a paragraph, lists with their markers. */
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

/** How much text there is, without laying it out: enough to draw it as bars from afar. */
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
