import type { RecordId } from '../../document/model/record.ts'
import { getCentre, inflate, type Box } from '../../geometry/box.ts'
import { findGapOffset, listEqualGaps, type Gap } from '../../geometry/equal-gaps.ts'
import type { Vec } from '../../geometry/vec.ts'
import type { Guide } from './overlay.ts'
import type { Scene } from './scene.ts'

/** Result of snapping. */
export interface SnapResult {
  /** Correction of the movement, page units. */
  readonly dx: number
  readonly dy: number
  readonly guides: readonly Guide[]
  /** Equal distances between the box and its neighbours. */
  readonly gaps: readonly Gap[]
}

export interface SnapRequest {
  readonly page: RecordId
  /** The dragged box at the pointer position. */
  readonly box: Box
  /** Lines that can snap: all for a move, the dragged sides for a resize. */
  readonly xs: readonly ('left' | 'centre' | 'right')[]
  readonly ys: readonly ('top' | 'centre' | 'bottom')[]
  readonly ignore: ReadonlySet<RecordId>
}

export interface Snapping {
  /** Returns no correction while snapping is off or suppressed by Mod. */
  snap(request: SnapRequest): SnapResult
  /** Snaps a single point: the corner of a new shape, the end of a line. */
  snapPoint(
    page: RecordId,
    at: Vec,
    ignore: ReadonlySet<RecordId>,
  ): { readonly at: Vec; readonly guides: readonly Guide[] }
}

/** Snap distance, CSS pixels. */
const catchPx = 6
/** Only elements within this distance are considered, CSS pixels. */
const reachPx = 600
/** With more neighbours, guides are not helpful and the lookup is slow. */
const neighbourLimit = 200

export interface SnappingSettings {
  readonly on: () => boolean
  readonly grid: () => number | null
  /** Page units per CSS pixel. */
  readonly unit: () => number
  readonly visible: () => Box
  /** Whether elements can snap to this one. Locked backgrounds can be targets, contents of other groups cannot. */
  readonly counts: (id: RecordId) => boolean
}

const none: SnapResult = { dx: 0, dy: 0, guides: [], gaps: [] }

/** Sides of a box that moves as a whole. */
const allSides = 3

/** Snaps to edges and centres of nearby visible elements, or to the grid while it is shown. */
export function createSnapping(scene: Scene, settings: SnappingSettings): Snapping {
  const neighbours = (page: RecordId, box: Box, ignore: ReadonlySet<RecordId>): Box[] => {
    const seen = settings.visible()
    const around = inflate(box, reachPx * settings.unit())
    const x = Math.max(around.x, seen.x)
    const y = Math.max(around.y, seen.y)
    const area = {
      x,
      y,
      w: Math.max(0, Math.min(around.x + around.w, seen.x + seen.w) - x),
      h: Math.max(0, Math.min(around.y + around.h, seen.y + seen.h) - y),
    }
    const near: RecordId[] = []
    scene.index(page).search(area, (id) => {
      if (near.length <= neighbourLimit && !ignore.has(id) && settings.counts(id)) near.push(id)
    })
    if (near.length > neighbourLimit) return []
    return near.flatMap((id) => scene.getExactBounds(id) ?? [])
  }

  const snap = (request: SnapRequest): SnapResult => {
    if (!settings.on()) return none
    const grid = settings.grid()
    if (grid !== null) return toGrid(request, grid)
    const near = neighbours(request.page, request.box, request.ignore)
    const reach = catchPx * settings.unit()
    const dx = getSmaller(
      findNearestOffset(
        request.xs.map((line) => getX(request.box, line)),
        near.flatMap(getXs),
        reach,
      ),
      request.xs.length === allSides ? findGapOffset('x', request.box, near, reach) : undefined,
    )
    const dy = getSmaller(
      findNearestOffset(
        request.ys.map((line) => getY(request.box, line)),
        near.flatMap(getYs),
        reach,
      ),
      request.ys.length === allSides ? findGapOffset('y', request.box, near, reach) : undefined,
    )
    if (dx === undefined && dy === undefined) return none
    const landed = { ...request.box, x: request.box.x + (dx ?? 0), y: request.box.y + (dy ?? 0) }
    return {
      dx: dx ?? 0,
      dy: dy ?? 0,
      guides: [
        ...(dx === undefined ? [] : verticalGuides(landed, request, near)),
        ...(dy === undefined ? [] : horizontalGuides(landed, request, near)),
      ],
      gaps: [
        ...(request.xs.length === allSides && dx !== undefined ? listEqualGaps('x', landed, near) : []),
        ...(request.ys.length === allSides && dy !== undefined ? listEqualGaps('y', landed, near) : []),
      ],
    }
  }

  return {
    snap,
    snapPoint(page, at, ignore) {
      const box = { x: at.x, y: at.y, w: 0, h: 0 }
      const { dx, dy, guides } = snap({ page, box, xs: ['left'], ys: ['top'], ignore })
      return { at: { x: at.x + dx, y: at.y + dy }, guides }
    },
  }
}

/** Alignment comes first where both are equally near. */
function getSmaller(aligned: number | undefined, spaced: number | undefined): number | undefined {
  if (aligned === undefined || spaced === undefined) return aligned ?? spaced
  return Math.abs(spaced) < Math.abs(aligned) ? spaced : aligned
}

function toGrid({ box, xs, ys }: SnapRequest, grid: number): SnapResult {
  const off = (value: number): number => Math.round(value / grid) * grid - value
  const x = xs[0] === undefined ? 0 : off(getX(box, xs[0]))
  const y = ys[0] === undefined ? 0 : off(getY(box, ys[0]))
  return { dx: x, dy: y, guides: [], gaps: [] }
}

function getX(box: Box, line: 'left' | 'centre' | 'right'): number {
  return line === 'left' ? box.x : line === 'right' ? box.x + box.w : box.x + box.w / 2
}

function getY(box: Box, line: 'top' | 'centre' | 'bottom'): number {
  return line === 'top' ? box.y : line === 'bottom' ? box.y + box.h : box.y + box.h / 2
}

const getXs = (box: Box): number[] => [box.x, getCentre(box).x, box.x + box.w]
const getYs = (box: Box): number[] => [box.y, getCentre(box).y, box.y + box.h]

/** The smallest offset that aligns a line with a target; undefined if none is within reach. */
function findNearestOffset(
  lines: readonly number[],
  targets: readonly number[],
  reach: number,
): number | undefined {
  let best: number | undefined
  for (const line of lines) {
    for (const target of targets) {
      const step = target - line
      if (Math.abs(step) <= reach && (best === undefined || Math.abs(step) < Math.abs(best))) best = step
    }
  }
  return best
}

/** Equal up to rounding. */
const same = (a: number, b: number): boolean => Math.abs(a - b) < 0.01

function verticalGuides(box: Box, { xs }: SnapRequest, near: readonly Box[]): Guide[] {
  return distinct(xs.map((line) => getX(box, line))).flatMap((x) => {
    const on = near.filter((other) => getXs(other).some((candidate) => same(candidate, x)))
    if (on.length === 0) return []
    const all = [box, ...on]
    const top = Math.min(...all.map((other) => other.y))
    const bottom = Math.max(...all.map((other) => other.y + other.h))
    return [{ from: { x, y: top }, to: { x, y: bottom } }]
  })
}

function horizontalGuides(box: Box, { ys }: SnapRequest, near: readonly Box[]): Guide[] {
  return distinct(ys.map((line) => getY(box, line))).flatMap((y) => {
    const on = near.filter((other) => getYs(other).some((candidate) => same(candidate, y)))
    if (on.length === 0) return []
    const all = [box, ...on]
    const left = Math.min(...all.map((other) => other.x))
    const right = Math.max(...all.map((other) => other.x + other.w))
    return [{ from: { x: left, y }, to: { x: right, y } }]
  })
}

function distinct(values: readonly number[]): number[] {
  return values.filter((value, i) => values.findIndex((other) => same(other, value)) === i)
}
