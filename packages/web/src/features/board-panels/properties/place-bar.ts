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

/** Space for the handles and the rotation zones at the corners of a selection. */
const gap = 20

/**
 * Position of the properties bar: above the selection, else below, else next to it; never over it. If the
 * selection leaves no space on any side, at the edge where the bar covers the least.
 */
export function placeBar(selection: Box, bar: Size, view: Size, margins: Margins): { x: number; y: number } {
  const room = {
    left: margins.left,
    top: margins.top,
    right: view.w - margins.right - bar.w,
    bottom: view.h - margins.bottom - bar.h,
  }
  const centred = clamp(selection.x + selection.w / 2 - bar.w / 2, room.left, room.right)
  const middle = clamp(selection.y + selection.h / 2 - bar.h / 2, room.top, room.bottom)
  const places = [
    { x: centred, y: selection.y - gap - bar.h },
    { x: centred, y: selection.y + selection.h + gap },
    { x: selection.x + selection.w + gap, y: middle },
    { x: selection.x - gap - bar.w, y: middle },
  ]
  const free = places.find(
    ({ x, y }) => x >= room.left && x <= room.right && y >= room.top && y <= room.bottom,
  )
  if (free) return free
  const edges = [
    { x: centred, y: room.top },
    { x: centred, y: room.bottom },
    { x: room.right, y: middle },
    { x: room.left, y: middle },
  ]
  const covered = (at: { x: number; y: number }) => overlap(selection, { ...at, ...bar })
  return edges.reduce((best, edge) => (covered(edge) < covered(best) ? edge : best))
}

/**
 * Position of a panel: clear of the selection and the bar, as near to the bar as possible. If there is no such
 * position, where it covers the least of the selection.
 */
export function placePanel(
  selection: Box,
  bar: Box,
  panel: Size,
  view: Size,
  margins: Margins,
): { x: number; y: number } {
  const room = {
    left: margins.left,
    top: margins.top,
    right: view.w - margins.right - panel.w,
    bottom: view.h - margins.bottom - panel.h,
  }
  const x = clamp(bar.x + bar.w / 2 - panel.w / 2, room.left, room.right)
  const y = clamp(bar.y, room.top, room.bottom)
  const near = 8
  const places = [
    { x, y: bar.y - near - panel.h },
    { x, y: bar.y + bar.h + near },
    { x: Math.max(selection.x + selection.w + gap, bar.x + bar.w + near), y },
    { x: Math.min(selection.x - gap, bar.x - near) - panel.w, y },
    { x: selection.x + selection.w + gap, y: clamp(bar.y + bar.h + near, room.top, room.bottom) },
    { x: selection.x - gap - panel.w, y: clamp(bar.y + bar.h + near, room.top, room.bottom) },
  ]
  const covered = (at: { x: number; y: number }) => overlap(selection, { ...at, ...panel })
  const onBar = (at: { x: number; y: number }) => overlap(bar, { ...at, ...panel })
  const inside = (at: { x: number; y: number }) =>
    at.x >= room.left && at.x <= room.right && at.y >= room.top && at.y <= room.bottom
  const free = places.find((at) => inside(at) && covered(at) === 0 && onBar(at) === 0)
  if (free) return free
  const clamped = places
    .map((at) => ({ x: clamp(at.x, room.left, room.right), y: clamp(at.y, room.top, room.bottom) }))
    .filter((at) => onBar(at) === 0)
  return clamped.reduce(
    (best, at) => (covered(at) < covered(best) ? at : best),
    clamped[0] ?? { x, y: room.top },
  )
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, Math.max(least, most)))
}

function overlap(a: Box, b: Box): number {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y)
  return w > 0 && h > 0 ? w * h : 0
}
