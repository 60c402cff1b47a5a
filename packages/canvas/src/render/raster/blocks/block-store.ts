import type { ThemeName } from '../../../pen.ts'
import type { ShapeView } from '../../../shape.ts'
import { BlockPen, blockStride } from './block-pen.ts'
import { layerPart } from '../element-slots.ts'
import type { RenderIndex } from '../render-index.ts'

/**
 * Cache of the block drawings of a page's elements. All share two arrays, because 100,000 small arrays would need
 * more memory.
 */
export function createBlockStore(renderIndex: RenderIndex, draggedView: ShapeView) {
  const pen = new BlockPen()
  let data = new Float32Array(blockStride * 4096)
  let colors = new Uint32Array(4096)
  let used = 0
  let garbage = 0
  let start = new Int32Array(1024)
  let count = new Int32Array(1024)
  /** Version of the drawn element plus one; 0 if not drawn yet. */
  let drawn = new Uint32Array(1024)
  let imageSide = new Float32Array(1024)
  let theme: ThemeName = 'light'

  const reset = (): void => {
    drawn.fill(0)
    used = 0
    garbage = 0
  }
  const reserveSlots = (slot: number): void => {
    if (slot < drawn.length) return
    const size = Math.max(slot + 1, drawn.length * 2)
    const grow = <T extends Int32Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float32Array<ArrayBuffer>>(
      from: T,
      to: T,
    ): T => {
      to.set(from)
      return to
    }
    start = grow(start, new Int32Array(size))
    count = grow(count, new Int32Array(size))
    drawn = grow(drawn, new Uint32Array(size))
    imageSide = grow(imageSide, new Float32Array(size))
  }
  const reserveBlocks = (more: number): void => {
    if (used + more <= colors.length) return
    const size = Math.max(used + more, colors.length * 2)
    const nextData = new Float32Array(size * blockStride)
    nextData.set(data.subarray(0, used * blockStride))
    data = nextData
    const nextColors = new Uint32Array(size)
    nextColors.set(colors.subarray(0, used))
    colors = nextColors
  }
  const draw = (slot: number): void => {
    const record = renderIndex.getRecord(slot)
    const shape = renderIndex.getShape(slot)
    if (!record || !shape) return
    if (drawn[slot] !== 0) garbage += count[slot]!
    const box = renderIndex.getBox(slot)
    pen.begin(box.x, box.y)
    const view = renderIndex.getPart(slot) === layerPart.dragged ? draggedView : renderIndex.view
    shape.draw(pen, record, view, { scale: 0.1, theme, detail: 'blocks' })
    const blocks = pen.colors.length
    reserveBlocks(blocks)
    data.set(pen.blocks, used * blockStride)
    colors.set(pen.colors, used)
    start[slot] = used
    count[slot] = blocks
    imageSide[slot] = pen.imageSide
    used += blocks
    drawn[slot] = renderIndex.getVersion(slot) + 1
  }

  return {
    get data() {
      return data
    },
    get colors() {
      return colors
    },
    setTheme(next: ThemeName): void {
      if (next === theme) return
      theme = next
      reset()
    },
    reset,
    getStart: (slot: number): number => start[slot]!,
    /** Longest side of an image in an element, page units; 0 without any. After `getCount`. */
    getImageSide: (slot: number): number => imageSide[slot]!,
    /** Number of blocks of an element; draws it first if it has changed. */
    getCount(slot: number): number {
      reserveSlots(slot)
      if (drawn[slot] !== renderIndex.getVersion(slot) + 1) {
        if (garbage > used / 2 && garbage > 65536) reset()
        draw(slot)
      }
      return drawn[slot] === 0 ? 0 : count[slot]!
    },
  }
}

export type BlockStore = ReturnType<typeof createBlockStore>
