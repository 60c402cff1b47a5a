import type { Vec } from '../../geometry/vec.ts'
import { measureBox, type SceneBuilder } from '../formats/scene-builder.ts'
import { importLimits } from '../import-limits.ts'
import type { Diagram, DiagramNode, Subgraph } from './diagram.ts'
import { getLayeredLayout, type LayoutNode } from './layered-layout.ts'

/** Room around the contents of a subgraph; more at the top, for its title. */
const padding = { side: 30, top: 50 }

/** A laid out subgraph, or the whole diagram. */
interface Block {
  readonly w: number
  readonly h: number
  readonly boxes: readonly PlacedBox[]
  readonly frames: readonly PlacedFrame[]
  /** Points of edges that pass layers, by the edge's number. */
  readonly via: ReadonlyMap<number, readonly Vec[]>
}

interface PlacedBox {
  readonly node: DiagramNode
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

interface PlacedFrame extends Omit<PlacedBox, 'node'> {
  readonly subgraph: Subgraph
}

/** Lays the diagram out and draws it; subgraphs are filled boxes behind their nodes. */
export function drawDiagram(diagram: Diagram, builder: SceneBuilder): void {
  const { boxes, frames, via } = new DiagramLayout(diagram).layOut(null, 0)
  for (const { subgraph, ...box } of frames)
    builder.addBox({ ...box, id: `s:${subgraph.id}`, text: subgraph.title, fill: '#f8f9fa', color: '#868e96', strokeWidth: 1, vertical: 'top', isRound: true }) // prettier-ignore
  for (const { node, ...box } of boxes) {
    const { look, style, text } = node
    builder.addBox({
      ...box,
      id: `n:${node.id}`,
      type: look.type,
      form: look.form,
      isRound: look.isRound ?? false,
      text,
      fill: style.fill ?? look.fill ?? '#ffffff',
      color: style.stroke,
      textColor: style.color,
      ...(look.isLeftAligned && { align: 'left' as const }),
    })
  }
  for (const [index, edge] of diagram.edges.entries()) {
    if (edge.isInvisible) continue
    builder.addArrow({
      id: `e:${index}`,
      from: getBoxId(diagram, edge.from),
      to: getBoxId(diagram, edge.to),
      label: edge.label,
      startHead: edge.startHead,
      endHead: edge.endHead,
      dash: edge.dash,
      strokeWidth: edge.isThick ? 4 : 2,
      via: via.get(index),
      routing: via.has(index) ? 'curved' : 'straight',
      ...(edge.from === edge.to && loop),
    })
  }
}

/** An edge from a node to itself leaves at the right and comes back at the bottom. */
const loop = { fromSide: 'right', toSide: 'bottom', routing: 'routed' } as const

const getBoxId = (diagram: Diagram, id: string): string => (diagram.nodes.has(id) ? `n:${id}` : `s:${id}`)

class DiagramLayout {
  readonly #diagram: Diagram
  readonly #nodes: ReadonlyMap<string | null, DiagramNode[]>
  readonly #subgraphs: ReadonlyMap<string | null, Subgraph[]>

  constructor(diagram: Diagram) {
    this.#diagram = diagram
    this.#nodes = Map.groupBy(diagram.nodes.values(), ({ parent }) => parent)
    this.#subgraphs = Map.groupBy(diagram.subgraphs.values(), ({ parent }) => parent)
  }

  /** Subgraphs are laid out first and are nodes of what is around them. */
  layOut(parent: string | null, depth: number): Block {
    const nodes = this.#nodes.get(parent) ?? []
    const subgraphs = depth < importLimits.diagram.depth ? (this.#subgraphs.get(parent) ?? []) : []
    const blocks = new Map(subgraphs.map((subgraph) => [subgraph, this.layOut(subgraph.id, depth + 1)]))
    const sizes = new Map<string, LayoutNode>()
    for (const node of nodes) sizes.set(`n:${node.id}`, { id: `n:${node.id}`, ...getSize(node) })
    for (const [{ id, title }, { w, h }] of blocks) {
      const width = Math.max(w, measureBox(title).w) + 2 * padding.side
      sizes.set(`s:${id}`, { id: `s:${id}`, w: width, h: h + padding.top + padding.side })
    }
    const edges = this.#diagram.edges.flatMap((edge, index) => {
      const [from, to] = [this.#getMember(edge.from, parent), this.#getMember(edge.to, parent)]
      return from === undefined || to === undefined ? [] : [{ id: `${index}`, from, to }]
    })
    const direction =
      (parent !== null && this.#diagram.subgraphs.get(parent)?.direction) || this.#diagram.direction
    const { positions, via, w, h } = getLayeredLayout([...sizes.values()], edges, direction)
    const boxes: PlacedBox[] = []
    const frames: PlacedFrame[] = []
    const ways = new Map([...via].map(([id, points]) => [Number(id), points]))
    for (const node of nodes) {
      const { id, ...size } = sizes.get(`n:${node.id}`)!
      boxes.push({ node, ...positions.get(id)!, w: size.w, h: size.h })
    }
    for (const [subgraph, block] of blocks) {
      const { id, ...size } = sizes.get(`s:${subgraph.id}`)!
      const { x, y } = positions.get(id)!
      const by = { x: x + (size.w - block.w) / 2, y: y + padding.top }
      const shift = <T extends Vec>(each: T): T => ({ ...each, x: each.x + by.x, y: each.y + by.y })
      frames.push({ subgraph, x, y, w: size.w, h: size.h }, ...block.frames.map(shift))
      boxes.push(...block.boxes.map(shift))
      for (const [index, points] of block.via) ways.set(index, points.map(shift))
    }
    return { w, h, boxes, frames, via: ways }
  }

  /** The node or subgraph directly in `parent` that has the end of an edge in it. */
  #getMember(id: string, parent: string | null): string | undefined {
    const { nodes, subgraphs } = this.#diagram
    const node = nodes.get(id)
    let key = node ? `n:${id}` : `s:${id}`
    let at = node ? node.parent : subgraphs.get(id)?.parent
    for (let depth = 0; at !== undefined && depth <= importLimits.diagram.depth; depth += 1) {
      if (at === parent) return key
      if (at === null) return undefined
      key = `s:${at}`
      at = subgraphs.get(at)?.parent
    }
    return undefined
  }
}

function getSize({ look, text }: DiagramNode): { w: number; h: number } {
  if (look.size) return look.size
  const { w, h } = measureBox(text)
  if (look.type === 'diamond') return { w: Math.round(w * 1.5), h: Math.round(h * 1.7) }
  if (look.type === 'ellipse') {
    const side = Math.max(w, h)
    return { w: side, h: side }
  }
  return look.type === 'figure' ? { w: w + 40, h: h + 30 } : { w, h }
}
