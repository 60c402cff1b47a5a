import type { ForeignElement } from '../excalidraw/element.ts'
import { ForeignElement as Element } from '../excalidraw/element.ts'
import type { ForeignScene } from '../excalidraw/read.ts'

/** Room between pages, and within the frame around each. */
const gap = 160
const margin = 40

export interface ScenePage {
  readonly name: string
  readonly scene: ForeignScene
}

/** One scene of several pages: beside each other, each in a frame. A single page stays as it is. */
export function arrangePages(pages: readonly ScenePage[]): ForeignScene {
  const filled = pages.filter(({ scene }) => scene.elements.length > 0)
  if (filled.length <= 1) return filled[0]?.scene ?? { elements: [], files: new Map(), background: null }
  const elements: ForeignElement[] = []
  const files = new Map<string, string>()
  let left = 0
  for (const [index, { name, scene }] of filled.entries()) {
    const { x, y, w, h } = getBounds(scene.elements)
    const frame = {
      type: 'frame',
      id: `page ${index}`,
      name,
      x: left,
      y: 0,
      width: w + 2 * margin,
      height: h + 2 * margin,
    }
    elements.push(Element.parse(frame))
    for (const element of scene.elements) {
      const frameId = element.frameId ?? (element.type === 'frame' ? null : frame.id)
      elements.push({ ...element, x: element.x - x + left + margin, y: element.y - y + margin, frameId })
    }
    for (const [id, url] of scene.files) files.set(id, url)
    left += frame.width + gap
  }
  return { elements, files, background: null }
}

function getBounds(elements: readonly ForeignElement[]): { x: number; y: number; w: number; h: number } {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height, points } of elements) {
    const xs = points.length > 0 ? points.map((point) => x + Number((point as number[])[0])) : [x, x + width]
    const ys = points.length > 0 ? points.map((point) => y + Number((point as number[])[1])) : [y, y + height]
    for (const value of xs) [left, right] = [Math.min(left, value), Math.max(right, value)]
    for (const value of ys) [top, bottom] = [Math.min(top, value), Math.max(bottom, value)]
  }
  return { x: left, y: top, w: right - left, h: bottom - top }
}
