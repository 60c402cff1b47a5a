import { createKeysBetween } from '../../document/model/order-keys.ts'
import { frameSchema } from '../../shapes/frame/schema.ts'
import type { Box } from '../../geometry/box.ts'
import type { NoteCounter } from '../notes.ts'
import type { Draft } from './element-draft.ts'
import { getBounds } from './drafts.ts'
import { OverlapSearch, type DrawnElement } from './overlap-search.ts'

/** Maximum nesting of groups, below the limit of boards. */
const maxNesting = 16

/** Parent and order of each draft and group. Parents are new ids; null is the page. */
export interface Structure {
  readonly groups: readonly PlacedNode[]
  readonly positions: ReadonlyMap<Draft, PlacedNode>
}

export interface PlacedNode {
  readonly id: string
  readonly parent: string | null
  readonly z: string
}

interface Node {
  readonly id: string
  parent: Node | null
  /** Position in the file's stacking order; for containers derived from their contents. */
  order: number
  readonly isGroup: boolean
  children: number
}

/** Builds a tree from the group and frame ids of the elements. Drafts are in stacking order. */
export function getStructure(drafts: readonly Draft[], notes: NoteCounter): Structure {
  const nodes = new Map<Draft, Node>()
  const frames = new Map<string, Node>()
  drafts.forEach((draft, order) => {
    const node: Node = { id: `e${order}`, parent: null, order, isGroup: false, children: 0 }
    nodes.set(draft, node)
    if (draft.kind === frameSchema.kind && !frames.has(draft.source.id)) frames.set(draft.source.id, node)
  })
  const groups = groupTree(drafts, notes)
  const framesOfGroups = frameOfEachGroup(drafts, groups, frames)
  for (const [draft, node] of nodes) {
    if (draft.kind === frameSchema.kind) continue
    const frame = getFrame(draft, frames)
    const innermost = getInnermost(draft, groups)
    node.parent = innermost ?? frame
    if (innermost !== null && frame !== null && framesOfGroups.get(getOutermost(innermost)) !== frame) {
      notes.take('frameMembership', draft.source)
    }
  }
  for (const [group, frame] of framesOfGroups) group.parent = frame
  const all = withoutEmptyGroups([...groups.values(), ...nodes.values()])
  const remaining = withoutRising(all, nodes, notes)
  orderContainers(nodes)
  const keys = getKeys(remaining)
  const placed = (node: Node): PlacedNode => ({
    id: node.id,
    parent: node.parent?.id ?? null,
    z: keys.get(node)!,
  })
  return {
    groups: remaining.filter((node) => node.isGroup).map(placed),
    positions: new Map([...nodes].map(([draft, node]) => [draft, placed(node)])),
  }
}

function getFrame(draft: Draft, frames: ReadonlyMap<string, Node>): Node | null {
  return draft.source.frameId === null ? null : (frames.get(draft.source.frameId) ?? null)
}

function getInnermost(draft: Draft, groups: ReadonlyMap<string, Node>): Node | null {
  const id = draft.source.groupIds[0]
  return id === undefined ? null : (groups.get(id) ?? null)
}

function getOutermost(group: Node): Node {
  let outermost = group
  while (outermost.parent?.isGroup) outermost = outermost.parent
  return outermost
}

/** Groups by the file's ids. If elements disagree about nesting, the first one wins. */
function groupTree(drafts: readonly Draft[], notes: NoteCounter): Map<string, Node> {
  const groups = new Map<string, Node>()
  for (const { kind, source } of drafts) {
    if (kind === frameSchema.kind) continue
    const ids = source.groupIds.slice(0, maxNesting)
    if (ids.length < source.groupIds.length) notes.take('grouping', source)
    for (const [level, id] of ids.entries()) {
      let group = groups.get(id)
      const isNew = group === undefined
      group ??= { id: `g${groups.size}`, parent: null, order: 0, isGroup: true, children: 0 }
      groups.set(id, group)
      const inner = level > 0 ? groups.get(ids[level - 1]!)! : null
      if (inner === null || inner.parent === group) continue
      if (inner.parent === null && (isNew || !canBeInside(group, inner))) inner.parent = group
      else notes.take('grouping', source)
    }
  }
  cutDeepChains(groups.values(), notes)
  return groups
}

/** Checks for cycles within the nesting limit. */
function canBeInside(group: Node, outer: Node): boolean {
  let node: Node | null = group
  for (let steps = 0; node !== null; steps += 1) {
    if (node === outer || steps > 4 * maxNesting) return true
    node = node.parent
  }
  return false
}

/** Elements can together define chains of groups beyond the nesting limit; these are split. */
function cutDeepChains(groups: Iterable<Node>, notes: NoteCounter): void {
  const depths = new Map<Node, number>()
  for (const group of groups) {
    const chain: Node[] = []
    let node: Node | null = group
    for (; node !== null && !depths.has(node); node = node.parent) chain.push(node)
    let depth = node === null ? 0 : depths.get(node)!
    for (const next of chain.reverse()) {
      depth += 1
      if (depth > maxNesting) {
        notes.take('grouping', next)
        next.parent = null
        depth = 1
      }
      depths.set(next, depth)
    }
  }
}

/** A group is inside a frame if all of its members are. */
function frameOfEachGroup(
  drafts: readonly Draft[],
  groups: ReadonlyMap<string, Node>,
  frames: ReadonlyMap<string, Node>,
): Map<Node, Node | null> {
  const found = new Map<Node, Node | null>()
  for (const draft of drafts) {
    if (draft.kind === frameSchema.kind) continue
    const innermost = getInnermost(draft, groups)
    if (innermost === null) continue
    const outermost = getOutermost(innermost)
    const frame = getFrame(draft, frames)
    found.set(outermost, found.has(outermost) && found.get(outermost) !== frame ? null : frame)
  }
  return found
}

/** Dissolves groups of fewer than two elements. */
function withoutEmptyGroups(all: readonly Node[]): readonly Node[] {
  for (const node of all) if (node.parent !== null) node.parent.children += 1
  const dissolved = new Set<Node>()
  // Innermost first, because dissolving a group can leave its parent with too few members.
  const groups = all.filter((node) => node.isGroup).sort((a, b) => getDepth(b) - getDepth(a))
  for (const group of groups) {
    if (group.children >= 2) continue
    dissolved.add(group)
    if (group.children === 0 && group.parent !== null) group.parent.children -= 1
  }
  return withoutDissolved(all, dissolved)
}

function withoutDissolved(all: readonly Node[], dissolved: ReadonlySet<Node>): readonly Node[] {
  for (const node of all) {
    while (node.parent !== null && dissolved.has(node.parent)) node.parent = node.parent.parent
  }
  return all.filter((node) => !dissolved.has(node))
}

/**
 * Preserves the stacking order: groups that would change it are dissolved, and elements that a frame would move
 * above others are taken out of it.
 */
function withoutRising(
  all: readonly Node[],
  nodes: ReadonlyMap<Draft, Node>,
  notes: NoteCounter,
): readonly Node[] {
  const painted = new Map(
    [...nodes].map(([draft, node], order) => [node, { order, bounds: getPaintedBounds(draft) }]),
  )
  const search = new OverlapSearch([...painted.values()])
  const dissolved = new Set<Node>()
  for (const [group, members] of getMembers(painted, (node) => node.isGroup)) {
    if (!search.rises(members, new Set(members), getTop(members))) continue
    notes.take('grouping', group)
    dissolved.add(group)
  }
  const remaining = withoutDissolved(all, dissolved)
  const inGroups = getMembers(painted, (node) => node.isGroup)
  const children = Map.groupBy(remaining, (node) => node.parent)
  for (const [frame, members] of getMembers(painted, (node) => !node.isGroup)) {
    const parts = (children.get(frame) ?? []).map((node) => ({
      node,
      members: inGroups.get(node) ?? [painted.get(node)!],
    }))
    takeOutRising(members, parts, search, notes)
  }
  return remaining
}

const getPaintedBounds = (draft: Draft): Box | null =>
  draft.kind === frameSchema.kind ? null : getBounds(draft)

const getTop = (members: readonly DrawnElement[]): number =>
  members.reduce((top, { order }) => Math.max(top, order), -1)

/** All descendants of the selected containers. */
function getMembers(
  painted: ReadonlyMap<Node, DrawnElement>,
  isAsked: (container: Node) => boolean,
): Map<Node, DrawnElement[]> {
  const members = new Map<Node, DrawnElement[]>()
  for (const [node, one] of painted) {
    for (let parent = node.parent; parent !== null; parent = parent.parent) {
      if (!isAsked(parent)) continue
      const list = members.get(parent)
      if (list) list.push(one)
      else members.set(parent, [one])
    }
  }
  return members
}

/** A direct child of a frame with its descendants. */
interface FramePart {
  readonly node: Node
  readonly members: readonly DrawnElement[]
}

/** Topmost first, because extracted elements become obstacles for the remaining ones. */
function takeOutRising(
  members: readonly DrawnElement[],
  parts: readonly FramePart[],
  search: OverlapSearch,
  notes: NoteCounter,
): void {
  const top = getTop(members)
  const inside = new Set(members)
  // The common case: nothing overlaps in between.
  if (!search.rises(members, inside, top)) return
  for (const part of parts.toSorted((a, b) => getTop(b.members) - getTop(a.members))) {
    if (!search.rises(part.members, inside, top)) continue
    part.node.parent = null
    for (const one of part.members) inside.delete(one)
    notes.take('frameMembership', part.node)
  }
}

function getDepth(node: Node): number {
  let depth = 0
  for (let parent = node.parent; parent !== null; parent = parent.parent) depth += 1
  return depth
}

/** A container takes the position of its topmost member; frames of the format have no background. */
function orderContainers(nodes: ReadonlyMap<Draft, Node>): void {
  const orders = [...nodes.values()].map((node) => ({ node, order: node.order }))
  const raised = new Set<Node>()
  for (const { node, order } of orders) {
    for (let parent = node.parent; parent !== null; parent = parent.parent) {
      parent.order = raised.has(parent) ? Math.max(parent.order, order) : order
      raised.add(parent)
    }
  }
}

/** Order keys of the siblings. */
function getKeys(remaining: readonly Node[]): Map<Node, string> {
  const keys = new Map<Node, string>()
  for (const list of Map.groupBy(remaining, (node) => node.parent).values()) {
    const sorted = list.toSorted((a, b) => a.order - b.order)
    // Boards assign new keys on insertion; these only express the order, so they need no randomness.
    const z = createKeysBetween(null, null, sorted.length, () => 0.5)
    sorted.forEach((node, index) => keys.set(node, z[index]!))
  }
  return keys
}
