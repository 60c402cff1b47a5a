import type { Box } from '@tavla/canvas'

export interface Size {
  readonly w: number
  readonly h: number
}

/** Space to keep free at the edges of the view, CSS pixels. */
export interface Margins {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

/** Space for the handles and the rotation zones at the corners of a selection; a panel hides them. */
const gap = 20
/** Space for the connect handles, too. */
const barGap = 34

/**
 * Position of the properties bar: above the selection, else below, else next to it; never over it. Of several
 * it takes the one where the bar covers the least of other elements. If the selection leaves no space on any side, at
 * the edge where the bar covers the least of the selection.
 *
 * @param getCoveredElements area of other elements in a box of the view, square pixels
 */
export function getBarPosition(
  selection: Box,
  bar: Size,
  view: Size,
  margins: Margins,
  getCoveredElements: (box: Box) => number = () => 0,
): { x: number; y: number } {
  const bounds = {
    left: margins.left,
    top: margins.top,
    right: view.w - margins.right - bar.w,
    bottom: view.h - margins.bottom - bar.h,
  }
  const centredX = clamp(selection.x + selection.w / 2 - bar.w / 2, bounds.left, bounds.right)
  const centredY = clamp(selection.y + selection.h / 2 - bar.h / 2, bounds.top, bounds.bottom)
  const positions = [
    { x: centredX, y: selection.y - barGap - bar.h },
    { x: centredX, y: selection.y + selection.h + barGap },
    { x: selection.x + selection.w + barGap, y: centredY },
    { x: selection.x - barGap - bar.w, y: centredY },
  ]
  const free = positions.filter(
    ({ x, y }) => x >= bounds.left && x <= bounds.right && y >= bounds.top && y <= bounds.bottom,
  )
  if (free.length > 0) return getLeast(free, (at) => getCoveredElements({ ...at, ...bar }))
  const edges = [
    { x: centredX, y: bounds.top },
    { x: centredX, y: bounds.bottom },
    { x: bounds.right, y: centredY },
    { x: bounds.left, y: centredY },
  ]
  return getLeast(edges, (at) => getOverlap(selection, { ...at, ...bar }))
}

/**
 * Position of a panel: clear of the selection and the bar, as near to the bar as possible. If there is no such
 * position, where it covers the least of the selection.
 */
export function getPanelPosition(
  selection: Box,
  bar: Box,
  panel: Size,
  view: Size,
  margins: Margins,
): { x: number; y: number } {
  const bounds = {
    left: margins.left,
    top: margins.top,
    right: view.w - margins.right - panel.w,
    bottom: view.h - margins.bottom - panel.h,
  }
  const x = clamp(bar.x + bar.w / 2 - panel.w / 2, bounds.left, bounds.right)
  const y = clamp(bar.y, bounds.top, bounds.bottom)
  const panelGap = 8
  const positions = [
    { x, y: bar.y - panelGap - panel.h },
    { x, y: bar.y + bar.h + panelGap },
    { x: Math.max(selection.x + selection.w + gap, bar.x + bar.w + panelGap), y },
    { x: Math.min(selection.x - gap, bar.x - panelGap) - panel.w, y },
    { x: selection.x + selection.w + gap, y: clamp(bar.y + bar.h + panelGap, bounds.top, bounds.bottom) },
    { x: selection.x - gap - panel.w, y: clamp(bar.y + bar.h + panelGap, bounds.top, bounds.bottom) },
  ]
  const getCoveredArea = (at: { x: number; y: number }) => getOverlap(selection, { ...at, ...panel })
  const getBarOverlap = (at: { x: number; y: number }) => getOverlap(bar, { ...at, ...panel })
  const isInside = (at: { x: number; y: number }) =>
    at.x >= bounds.left && at.x <= bounds.right && at.y >= bounds.top && at.y <= bounds.bottom
  const free = positions.find((at) => isInside(at) && getCoveredArea(at) === 0 && getBarOverlap(at) === 0)
  if (free) return free
  const clamped = positions
    .map((at) => ({ x: clamp(at.x, bounds.left, bounds.right), y: clamp(at.y, bounds.top, bounds.bottom) }))
    .filter((at) => getBarOverlap(at) === 0)
  return clamped.length > 0 ? getLeast(clamped, getCoveredArea) : { x, y: bounds.top }
}

/** The first of those for which `measure` returns the least. */
function getLeast<Each>(list: readonly Each[], measure: (each: Each) => number): Each {
  const measured = list.map((each) => ({ each, measure: measure(each) }))
  return measured.reduce((best, next) => (next.measure < best.measure ? next : best)).each
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(value, Math.max(min, max)))
}

/** Area that two boxes share. */
export function getOverlap(a: Box, b: Box): number {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y)
  return w > 0 && h > 0 ? w * h : 0
}
