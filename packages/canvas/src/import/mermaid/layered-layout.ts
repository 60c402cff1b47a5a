import type { Vec } from '../../geometry/vec.ts'

export interface LayoutNode {
  readonly id: string
  readonly w: number
  readonly h: number
}

export interface LayoutEdge {
  readonly id: string
  readonly from: string
  readonly to: string
}

export type LayoutDirection = 'TB' | 'BT' | 'LR' | 'RL'

export interface Layout {
  /** Top left corners by node. */
  readonly positions: ReadonlyMap<string, Vec>
  /** Points on the way of edges that pass other layers. */
  readonly via: ReadonlyMap<string, readonly Vec[]>
  readonly w: number
  readonly h: number
}

const gap = { layers: 70, nodes: 40 }
const passes = 6
/** Positions reserved for edges that pass layers; edges beyond that are straight. */
const maxPassing = 10_000

/** A node, or the place where an edge passes a layer. Lengths are across and along the layers. */
interface Item {
  readonly id: string
  readonly across: number
  readonly along: number
  readonly above: Item[]
  readonly below: Item[]
  rank: number
  at: number
}

/** Arranges a graph in layers, as Sugiyama's method does: ranks, order by barycenters, then positions. */
export function getLayeredLayout(
  nodes: readonly LayoutNode[],
  edges: readonly LayoutEdge[],
  direction: LayoutDirection,
): Layout {
  const isSideways = direction === 'LR' || direction === 'RL'
  const items = new Map<string, Item>()
  for (const { id, w, h } of nodes) {
    const [across, along] = isSideways ? [h, w] : [w, h]
    items.set(id, { id, across, along, above: [], below: [], rank: 0, at: 0 })
  }
  const acyclic = edges.flatMap((edge) => {
    const [from, to] = [items.get(edge.from), items.get(edge.to)]
    return from && to && from !== to ? [{ id: edge.id, from, to, isReversed: false }] : []
  })
  reverseCycles(items, acyclic)
  setRanks(items, acyclic)
  const layers: Item[][] = []
  for (const item of items.values()) (layers[item.rank] ??= []).push(item)
  const passing = addPassing(acyclic, layers)
  orderLayers(layers)
  placeAcross(layers)
  const starts = getStarts(layers)
  return toPage({ items, layers, starts, passing, direction, isSideways })
}

interface AcyclicEdge {
  readonly id: string
  from: Item
  to: Item
  isReversed: boolean
}

/** Turns the edges around that lead back to where a walk came from. */
function reverseCycles(items: ReadonlyMap<string, Item>, edges: readonly AcyclicEdge[]): void {
  const outgoing = Map.groupBy(edges, ({ from }) => from)
  const state = new Map<Item, 'open' | 'done'>()
  for (const start of items.values()) {
    if (state.has(start)) continue
    state.set(start, 'open')
    const stack = [{ item: start, edges: [...(outgoing.get(start) ?? [])].reverse() }]
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const edge = top.edges.pop()
      if (!edge) {
        state.set(top.item, 'done')
        stack.pop()
      } else if (state.get(edge.to) === 'open') {
        ;[edge.from, edge.to] = [edge.to, edge.from]
        edge.isReversed = true
      } else if (!state.has(edge.to)) {
        state.set(edge.to, 'open')
        stack.push({ item: edge.to, edges: [...(outgoing.get(edge.to) ?? [])].reverse() })
      }
    }
  }
}

/** Each node one layer below the lowest of those that lead to it. */
function setRanks(items: ReadonlyMap<string, Item>, edges: readonly AcyclicEdge[]): void {
  const outgoing = Map.groupBy(edges, ({ from }) => from)
  const incoming = new Map<Item, number>()
  for (const { to } of edges) incoming.set(to, (incoming.get(to) ?? 0) + 1)
  const ready = [...items.values()].filter((item) => !incoming.has(item))
  for (let item = ready.pop(); item; item = ready.pop()) {
    for (const { to } of outgoing.get(item) ?? []) {
      to.rank = Math.max(to.rank, item.rank + 1)
      const left = incoming.get(to)! - 1
      incoming.set(to, left)
      if (left === 0) ready.push(to)
    }
  }
}

function link(above: Item, below: Item): void {
  above.below.push(below)
  below.above.push(above)
}

/** Reserves a place in each layer that an edge passes. */
function addPassing(edges: readonly AcyclicEdge[], layers: Item[][]): ReadonlyMap<string, readonly Item[]> {
  const passing = new Map<string, readonly Item[]>()
  let count = 0
  for (const { id, from, to, isReversed } of edges) {
    const length = to.rank - from.rank - 1
    if (length <= 0 || count + length > maxPassing) {
      if (length <= 0) link(from, to)
      continue
    }
    count += length
    const places: Item[] = []
    let above = from
    for (let rank = from.rank + 1; rank < to.rank; rank += 1) {
      const place: Item = { id: `${id} ${rank}`, across: 12, along: 0, above: [], below: [], rank, at: 0 }
      ;(layers[rank] ??= []).push(place)
      link(above, place)
      places.push(place)
      above = place
    }
    link(above, to)
    passing.set(id, isReversed ? places.reverse() : places)
  }
  return passing
}

/** Sorts each layer by the mean position of its neighbours, alternately downwards and upwards. */
function orderLayers(layers: readonly Item[][]): void {
  const number = (layer: readonly Item[]): void => layer.forEach((item, at) => (item.at = at))
  layers.forEach(number)
  for (let pass = 0; pass < passes; pass += 1) {
    const isDown = pass % 2 === 0
    for (const layer of isDown ? layers : layers.toReversed()) {
      const means = new Map(layer.map((item) => [item, getMean(isDown ? item.above : item.below, item.at)]))
      layer.sort((a, b) => means.get(a)! - means.get(b)!)
      number(layer)
    }
  }
}

function getMean(neighbours: readonly Item[], otherwise: number): number {
  if (neighbours.length === 0) return otherwise
  return neighbours.reduce((sum, { at }) => sum + at, 0) / neighbours.length
}

/** Sets `at` to the centre of each item, near its neighbours and without overlaps. */
function placeAcross(layers: readonly Item[][]): void {
  for (const layer of layers) {
    let edge = 0
    for (const item of layer) {
      item.at = edge + item.across / 2
      edge += item.across + gap.nodes
    }
  }
  for (let pass = 0; pass < passes; pass += 1) {
    const isDown = pass % 2 === 0
    for (const layer of isDown ? layers : layers.toReversed()) {
      const wanted = layer.map((item) => getMean(isDown ? item.above : item.below, item.at))
      let edge = -Infinity
      const placed = layer.map((item, i) => {
        const at = Math.max(wanted[i]!, edge + item.across / 2)
        edge = at + item.across / 2 + gap.nodes
        return at
      })
      const shift = placed.reduce((sum, at, i) => sum + wanted[i]! - at, 0) / Math.max(1, placed.length)
      layer.forEach((item, i) => (item.at = placed[i]! + shift))
    }
  }
}

/** Where each layer starts, and where the last one ends. */
function getStarts(layers: readonly Item[][]): number[] {
  const starts = [0]
  for (const layer of layers) {
    const depth = layer.reduce((most, { along }) => Math.max(most, along), 0)
    starts.push(starts.at(-1)! + depth + gap.layers)
  }
  return starts
}

interface Arranged {
  readonly items: ReadonlyMap<string, Item>
  readonly layers: readonly Item[][]
  readonly starts: readonly number[]
  readonly passing: ReadonlyMap<string, readonly Item[]>
  readonly direction: LayoutDirection
  readonly isSideways: boolean
}

function toPage({ items, layers, starts, passing, direction, isSideways }: Arranged): Layout {
  const all = layers.flat()
  const least = all.reduce((min, { at, across }) => Math.min(min, at - across / 2), Infinity)
  const most = all.reduce((max, { at, across }) => Math.max(max, at + across / 2), -Infinity)
  const width = all.length === 0 ? 0 : most - least
  const depth = Math.max(0, starts.at(-1)! - gap.layers)
  const isBackwards = direction === 'BT' || direction === 'RL'
  const getCentre = ({ at, rank }: Item): Vec => {
    const middle = (starts[rank]! + starts[rank + 1]! - gap.layers) / 2
    const [across, along] = [at - least, isBackwards ? depth - middle : middle]
    return isSideways ? { x: along, y: across } : { x: across, y: along }
  }
  const getCorner = (item: Item): Vec => {
    const centre = getCentre(item)
    const [w, h] = isSideways ? [item.along, item.across] : [item.across, item.along]
    return { x: Math.round(centre.x - w / 2), y: Math.round(centre.y - h / 2) }
  }
  return {
    positions: new Map([...items.values()].map((item) => [item.id, getCorner(item)])),
    via: new Map([...passing].map(([id, places]) => [id, places.map(getCentre)])),
    w: isSideways ? depth : width,
    h: isSideways ? width : depth,
  }
}
