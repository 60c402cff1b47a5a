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
 * Position of the properties bar: above the selection, else below, else next to it; never over it. If the
 * selection leaves no space on any side, at the edge where the bar covers the least.
 */
export function getBarPosition(
  selection: Box,
  bar: Size,
  view: Size,
  margins: Margins,
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
  const free = positions.find(
    ({ x, y }) => x >= bounds.left && x <= bounds.right && y >= bounds.top && y <= bounds.bottom,
  )
  if (free) return free
  const edges = [
    { x: centredX, y: bounds.top },
    { x: centredX, y: bounds.bottom },
    { x: bounds.right, y: centredY },
    { x: bounds.left, y: centredY },
  ]
  const getCoveredArea = (at: { x: number; y: number }) => getOverlap(selection, { ...at, ...bar })
  return edges.reduce((best, edge) => (getCoveredArea(edge) < getCoveredArea(best) ? edge : best))
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
  return clamped.reduce(
    (best, at) => (getCoveredArea(at) < getCoveredArea(best) ? at : best),
    clamped[0] ?? { x, y: bounds.top },
  )
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(value, Math.max(min, max)))
}

function getOverlap(a: Box, b: Box): number {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y)
  return w > 0 && h > 0 ? w * h : 0
}
