import type { Arrowhead, NewBox } from '../formats/scene-builder.ts'
import type { LayoutDirection } from './layered-layout.ts'

/** A node of a graph, as the diagram describes it. */
export interface DiagramNode {
  readonly id: string
  /** Of the subgraph that it is in; null at the top. */
  readonly parent: string | null
  text: string
  look: NodeLook
  style: NodeStyle
}

export interface NodeLook {
  readonly type: NonNullable<NewBox['type']>
  readonly form?: string
  readonly isRound?: boolean
  /** Fixed size, of nodes without text. */
  readonly size?: { readonly w: number; readonly h: number }
  readonly fill?: string
  readonly isLeftAligned?: boolean
}

/** CSS colours. */
export interface NodeStyle {
  readonly fill?: string | undefined
  readonly stroke?: string | undefined
  readonly color?: string | undefined
}

export interface DiagramEdge {
  readonly from: string
  readonly to: string
  readonly label: string
  readonly startHead: Arrowhead | null
  readonly endHead: Arrowhead | null
  readonly dash: 'solid' | 'dashed' | 'dotted'
  readonly isThick: boolean
  /** Only holds its ends in order. */
  readonly isInvisible: boolean
}

export interface Subgraph {
  readonly id: string
  readonly parent: string | null
  readonly title: string
  direction: LayoutDirection | null
}

export interface Diagram {
  readonly direction: LayoutDirection
  readonly nodes: Map<string, DiagramNode>
  readonly edges: DiagramEdge[]
  readonly subgraphs: Map<string, Subgraph>
}

export const rectangle: NodeLook = { type: 'rectangle', isRound: false }
export const rounded: NodeLook = { type: 'rectangle', isRound: true }

export function createDiagram(header: string): Diagram {
  return { direction: readDirection(header) ?? 'TB', nodes: new Map(), edges: [], subgraphs: new Map() }
}

export function readDirection(text: string): LayoutDirection | null {
  const found = /\b(TB|TD|BT|LR|RL)\b/.exec(text)?.[1]
  return found === 'TD' ? 'TB' : ((found as LayoutDirection | undefined) ?? null)
}

const noteLook: NodeLook = { type: 'rectangle', isRound: false, fill: '#fff3bf' }

/** Adds a note, connected with what it is of. */
export function addNote({ nodes, edges }: Diagram, text: string, of: DiagramNode | null): void {
  const id = `note ${nodes.size}`
  nodes.set(id, { id, parent: of?.parent ?? null, text: getLabel(text), look: noteLook, style: {} })
  if (of === null) return
  const plain = { label: '', startHead: null, endHead: null, isThick: false, isInvisible: false }
  edges.push({ ...plain, from: of.id, to: id, dash: 'dashed' })
}

/** The text of a label: without quotes, with line breaks and the characters that Mermaid encodes. */
export function getLabel(text: string): string {
  const bare = text
    .trim()
    .replace(/^"([\s\S]*)"$/, '$1')
    .replace(/^`([\s\S]*)`$/, '$1')
  return bare
    .replaceAll(/<br\s*\/?>|\\n/gi, '\n')
    .replaceAll(/<\/?(?:b|i|u|em|strong|small|sub|sup|span|div|p)(?:\s[^>]{0,500})?>/gi, '')
    .replaceAll(/\bfa[bsrl]?:fa-[\w-]{1,60}\s*/g, '')
    .replaceAll(/#(\d{1,7});/g, (all, code) =>
      Number(code) > 0 && Number(code) <= 0x10_ff_ff ? String.fromCodePoint(Number(code)) : String(all),
    ) // prettier-ignore
    .replaceAll('#quot;', '"')
    .replaceAll('#amp;', '&')
    .replaceAll('#lt;', '<')
    .replaceAll('#gt;', '>')
    .trim()
}

/** Colours of a `style` or `classDef` statement. */
export function readNodeStyle(text: string): NodeStyle {
  const get = (name: string): string | undefined =>
    new RegExp(`(?:^|,|;)\\s*${name}\\s*:\\s*([^,;]{1,60})`).exec(text)?.[1]?.trim()
  return { fill: get('fill'), stroke: get('stroke'), color: get('color') }
}
