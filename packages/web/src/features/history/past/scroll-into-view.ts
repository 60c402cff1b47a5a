import type { Board, Box } from '@tavla/canvas'

/** Fits everything into view if `enough` of it is not visible: some of it already, or only all of it. */
export function scrollIntoView(
  board: Board,
  stage: Element,
  boxes: readonly Box[],
  enough: 'some' | 'all',
): void {
  const { x, y, zoom } = board.state.camera.peek()
  const { width, height } = stage.getBoundingClientRect()
  const [right, bottom] = [x + width / zoom, y + height / zoom]
  const isOut = ({ x: left, y: top, w, h }: Box): boolean =>
    left > right || left + w < x || top > bottom || top + h < y
  const isReason = enough === 'some' ? boxes.some(isOut) : boxes.every(isOut)
  if (boxes.length > 0 && isReason) board.viewport.fit(getUnion(boxes))
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
