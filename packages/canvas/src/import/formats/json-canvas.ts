import { z } from 'zod'
import { MAX_COORDINATE } from '../../document/model/limits.ts'
import { importScene } from '../excalidraw.ts'
import type { ImportFailure } from '../import-failure.ts'
import { importLimits } from '../import-limits.ts'
import type { ImportedDrawing } from '../imported-drawing.ts'
import { createNoteCounter } from '../notes.ts'
import { SceneBuilder } from './scene-builder.ts'

const coordinate = z.number().min(-MAX_COORDINATE / 4).max(MAX_COORDINATE / 4) // prettier-ignore
const size = z.number().min(1).max(MAX_COORDINATE / 4) // prettier-ignore

/** https://jsoncanvas.org/spec/1.0/ */
const Node = z.object({
  id: z.string(),
  type: z.enum(['text', 'file', 'link', 'group']),
  x: coordinate,
  y: coordinate,
  width: size,
  height: size,
  color: z.string().optional(),
  text: z.string().optional(),
  file: z.string().optional(),
  url: z.string().optional(),
  label: z.string().optional(),
})

const Side = z.enum(['top', 'right', 'bottom', 'left']).optional().catch(undefined)
const End = z.enum(['none', 'arrow']).optional().catch(undefined)
const Edge = z.object({
  id: z.string(),
  fromNode: z.string(),
  toNode: z.string(),
  fromSide: Side,
  toSide: Side,
  fromEnd: End,
  toEnd: End,
  color: z.string().optional(),
  label: z.string().optional(),
})

const Canvas = z.object({ nodes: z.array(z.unknown()).optional(), edges: z.array(z.unknown()).optional() })

/** The format's six presets. */
const presets: ReadonlyMap<string, string> = new Map([
  ['1', '#e03131'],
  ['2', '#f08c00'],
  ['3', '#f2b705'],
  ['4', '#2f9e44'],
  ['5', '#0c8599'],
  ['6', '#7048e8'],
])

const getColor = (color: string | undefined): string | undefined => presets.get(color ?? '') ?? color

export function isJsonCanvas(value: unknown): boolean {
  const canvas = Canvas.safeParse(value)
  return canvas.success && canvas.data.nodes !== undefined && !Object.hasOwn(value as object, 'elements')
}

/** Reads a JSON Canvas (`.canvas`). Files of the vault are boxes with their path. */
export function importJsonCanvas(value: unknown): ImportedDrawing | ImportFailure {
  const { nodes = [], edges = [] } = Canvas.parse(value)
  if (nodes.length + edges.length > importLimits.elements)
    return { reason: 'too_large', message: `More than ${importLimits.elements} nodes and edges` }
  const notes = createNoteCounter()
  const damaged = (raw: unknown): [] => {
    notes.take('damaged', Object(raw) as object)
    return []
  }
  const read = nodes.flatMap((raw) => Node.safeParse(raw).data ?? damaged(raw))
  const groups = read.filter(({ type }) => type === 'group')
  const builder = new SceneBuilder()
  for (const node of read) {
    const { id, x, y, width: w, height: h, type } = node
    const box = { id, x, y, w, h }
    if (type === 'group') {
      builder.addFrame({ ...box, name: node.label ?? '' })
      continue
    }
    const frame = groups.find((group) => contains(group, node))?.id ?? null
    const text = node.text ?? node.url ?? node.file ?? ''
    const element = builder.addBox({
      ...box,
      text,
      link: node.url ?? null,
      frame,
      color: getColor(node.color),
    })
    if (type === 'file') notes.take('fileOutside', element)
  }
  for (const raw of edges) {
    const { data: edge } = Edge.safeParse(raw)
    const isAdded =
      edge &&
      builder.addArrow({
        ...edge,
        from: edge.fromNode,
        to: edge.toNode,
        startHead: edge.fromEnd === 'arrow' ? 'arrow' : null,
        endHead: edge.toEnd === 'none' ? null : 'arrow',
        color: getColor(edge.color),
        label: edge.label ?? '',
      })
    if (!isAdded) damaged(raw)
  }
  return importScene(builder.getScene(), notes)
}

function contains(group: z.infer<typeof Node>, node: z.infer<typeof Node>): boolean {
  return (
    node.x >= group.x &&
    node.y >= group.y &&
    node.x + node.width <= group.x + group.width &&
    node.y + node.height <= group.y + group.height
  )
}
