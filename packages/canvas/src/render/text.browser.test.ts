import { signal } from '@preact/signals-core'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createBoard } from '../create-board.ts'
import type { Board } from '../board.ts'
import type { TextBlock } from '../text/run.ts'
import { addBoardFonts, withBoardFonts } from '../testing/board-fonts.ts'
import { BoardRoom } from '../testing/board-room.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import type { ElementRecord } from '../document/model/record.ts'
import { shapesByKind } from '../shapes/testing/records.ts'
import { layoutText } from '../text/layout.ts'
import { richText } from '../text/testing.ts'
import { createCanvasPen } from './pens/canvas-pen.ts'
import { createMeasure } from './measure.ts'

let board: Board | undefined
let host: HTMLElement | undefined

beforeAll(addBoardFonts)
afterEach(() => {
  board?.dispose()
  host?.remove()
  board = host = undefined
  vi.restoreAllMocks()
})

/** A board of notes on the test's page, looked at from a place that does not fall on whole pixels. */
function openBoard(lines: readonly string[]): Board {
  host = document.createElement('div')
  host.style.cssText = 'position: fixed; left: 0; top: 0; width: 640px; height: 480px; overflow: hidden'
  document.body.append(host)
  board = createBoard({
    host,
    replica: new BoardRoom().join('me', 'editor', createFakeClock()),
    presence: {
      people: signal([]),
      show: () => undefined,
      preview: () => undefined,
      observePreviews: () => () => undefined,
    },
    files: {
      url: (id) => id,
      readAnimation: () => Promise.resolve(null),
      upload: () => Promise.resolve({ fileId: 'f', w: 1, h: 1 }),
    },
    cameras: { load: () => ({ x: 0, y: 0, zoom: 1 }), save: () => undefined },
    theme: signal('light' as const),
    onRequest: () => undefined,
    textLabel: () => 'Text',
  })
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', lines.join('\n'))
  host.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  board.insert.splitIntoNotes(board.state.selection.value[0]!, lines)
  board.select([])
  return board
}

const nextFrame = (): Promise<unknown> => new Promise(requestAnimationFrame)

/** The camera has arrived and nothing is left to paint. */
async function atRest(open: Board, zoom = open.state.camera.value.zoom): Promise<void> {
  await expect.poll(() => open.state.camera.value.zoom).toBeCloseTo(zoom)
  await nextFrame()
  await nextFrame()
  await expect.poll(() => open.stats.idle).toBe(true)
}

describe('panning and zooming', () => {
  it('measures nothing again', async () => {
    const open = openBoard(['Some notes', 'of words', 'and 漢字 🙂', 'שלום עולם'])
    await withBoardFonts(() => undefined)
    open.fontsLoaded(['Inter'])
    await atRest(open)
    const { frames } = open.stats
    const measured = vi.spyOn(OffscreenCanvasRenderingContext2D.prototype, 'measureText')
    for (const zoom of [1.3, 0.8, 2.2, 0.5]) {
      open.viewport.zoomTo(zoom)
      await atRest(open, zoom)
    }
    expect(open.stats.frames).toBeGreaterThan(frames + 4)
    expect(measured.mock.calls.map(([text]) => text)).toEqual([])
  })
})

describe('sharpness', () => {
  const { measure, forget } = createMeasure()

  /** The text drawn at a scale, in black on white; as it is at rest, or enlarged from a picture at scale 1. */
  function drawn(block: TextBlock, scale: number, enlarged: boolean): ImageData {
    const canvas = new OffscreenCanvas(300 * scale, 60 * scale)
    const context = canvas.getContext('2d')!
    const own = enlarged ? new OffscreenCanvas(300, 60).getContext('2d')! : context
    own.fillStyle = '#ffffff'
    own.fillRect(0, 0, own.canvas.width, own.canvas.height)
    if (!enlarged) own.scale(scale, scale)
    createCanvasPen(own, { get: () => undefined }).text(block, { x: 10, y: 10 }, '#000000', 'light')
    if (enlarged) context.drawImage(own.canvas, 0, 0, canvas.width, canvas.height)
    context.resetTransform()
    return context.getImageData(0, 0, canvas.width, canvas.height)
  }

  /** Share of inked pixels that are neither ink nor paper: what a blurred edge is made of. */
  function greyFraction({ data }: ImageData): number {
    let grey = 0
    let inked = 0
    for (let i = 0; i < data.length; i += 4) {
      if (data[i]! < 250) inked++
      if (data[i]! < 250 && data[i]! > 32) grey++
    }
    return grey / inked
  }

  it('grows with the zoom: glyphs are drawn as outlines at every scale', async () => {
    let block: TextBlock | undefined
    await withBoardFonts(() => {
      forget()
      block = layoutText(
        richText('Hamburgefonstiv'),
        { font: 'sans', size: 24, align: 'start', width: null },
        measure,
      )
    })
    const shares = [1, 2, 4, 8].map((scale) => greyFraction(drawn(block!, scale, false)))
    expect(shares).toEqual([...shares].sort((a, b) => b - a))
    expect(shares[3]).toBeLessThan(shares[0]! / 4)
    expect(greyFraction(drawn(block!, 8, true))).toBeGreaterThan(3 * shares[3]!)
  })

  it.each([0.77, 1.6, 3.1])('of a static board at zoom %s equals directly drawn text', async (zoom) => {
    const open = openBoard(['Hamburgefonstiv'])
    await atRest(open)
    open.viewport.zoomTo(zoom)
    await atRest(open, zoom)
    const { x, y } = open.state.camera.value
    const scale = zoom * devicePixelRatio
    const note = open.document.get(open.document.childIds(open.state.page.value)[0]!) as ElementRecord
    const [left, top] = [Math.round(x * scale), Math.round(y * scale)]
    const shown = host!.querySelector('canvas')!
    const direct = new OffscreenCanvas(shown.width, shown.height)
    const context = direct.getContext('2d')!
    context.setTransform(scale, 0, 0, scale, -left, -top)
    const pen = createCanvasPen(context, { get: () => undefined })
    shapesByKind.get('sticky')!.draw(pen, note, open.scene.view, { scale, theme: 'light', detail: 'full' })

    // The middle of the note, where only its own fill is behind the text.
    const inside = [note.x + 10, note.y + note.h / 2 - 40, note.w - 20, 80].map((side) =>
      Math.round(side * scale),
    )
    const [sx, sy, w, h] = [inside[0]! - left, inside[1]! - top, inside[2]!, inside[3]!]
    const getPixels = (canvas: CanvasImageSource): ImageData => {
      const copy = new OffscreenCanvas(w, h).getContext('2d')!
      copy.drawImage(canvas, -sx, -sy)
      return copy.getImageData(0, 0, w, h)
    }
    const [seen, wanted] = [getPixels(shown), getPixels(direct)]
    expect(greyFraction(wanted)).toBeGreaterThan(0)
    let off = 0
    for (let i = 0; i < seen.data.length; i++) if (Math.abs(seen.data[i]! - wanted.data[i]!) > 16) off++
    expect(off / seen.data.length).toBeLessThan(0.0005)
  })
})
