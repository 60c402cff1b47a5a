import type { Board, Box } from '@tavla/canvas'

/** Fits all boxes into view if some of them, or only if all of them, are outside it. */
export function scrollIntoView(
  board: Board,
  container: Element,
  boxes: readonly Box[],
  outside: 'some' | 'all',
): void {
  const { x, y, zoom } = board.state.camera.peek()
  const { width, height } = container.getBoundingClientRect()
  const [right, bottom] = [x + width / zoom, y + height / zoom]
  const isOutside = ({ x: left, y: top, w, h }: Box): boolean =>
    left > right || left + w < x || top > bottom || top + h < y
  const needsScroll = outside === 'some' ? boxes.some(isOutside) : boxes.every(isOutside)
  if (boxes.length > 0 && needsScroll) board.viewport.fit(getUnion(boxes))
}

function getUnion(boxes: readonly Box[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, w, h } of boxes) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + w)
    bottom = Math.max(bottom, y + h)
  }
  return { x: left, y: top, w: right - left, h: bottom - top }
}
