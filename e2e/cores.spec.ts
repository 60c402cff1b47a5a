import type { Page } from '@playwright/test'
import { BoardChrome } from './pages/board-chrome.ts'
import { expect, test } from './pages/test.ts'

/** Sets the number of cores that the browser reports, and counts the bitmaps that workers return. */
async function onCores(page: Page, cores: number): Promise<void> {
  await page.addInitScript((count) => {
    Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => count })
    const scope = globalThis as typeof globalThis & { pictures: number }
    scope.pictures = 0
    scope.Worker = class extends Worker {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options)
        this.addEventListener('message', ({ data }: MessageEvent<{ picture?: unknown }>) => {
          if (data.picture) scope.pictures++
        })
      }
    }
  }, cores)
}

const pictures = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as typeof globalThis & { pictures: number }).pictures)

/** Pans away and back in steps: the way out renders tiles in the worker, the way back shows them. */
async function wander({ page }: BoardChrome): Promise<void> {
  await page.mouse.move(600, 400)
  for (const step of [...Array<number>(12).fill(120), ...Array<number>(12).fill(-120)])
    await page.mouse.wheel(step, step / 4)
}

/** Fraction of the board's pixels that differ between two screens by more than antialiasing. */
async function difference(one: Page, other: Page): Promise<number> {
  const clip = { x: 150, y: 90, width: 900, height: 520 }
  const [a, b] = await Promise.all([one, other].map((page) => page.screenshot({ clip })))
  return one.evaluate(
    async (files) => {
      const [first, second] = await Promise.all(
        files.map(async (file) => {
          const bytes = Uint8Array.from(atob(file), (character) => character.charCodeAt(0))
          const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
          const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!
          pen.drawImage(picture, 0, 0)
          return pen.getImageData(0, 0, picture.width, picture.height).data
        }),
      )
      let count = 0
      for (let i = 0; i < first!.length; i++) if (Math.abs(first![i]! - second![i]!) > 32) count++
      return count / first!.length
    },
    [a!.toString('base64'), b!.toString('base64')],
  )
}

test('on a machine with enough cores a worker paints the board, with the same result', async ({
  people,
  visit,
}) => {
  const ada = await people.member('Ada')
  const spare = await people.otherBrowser(ada)
  await onCores(ada.page, 2)
  await onCores(spare.page, 8)
  const wid = await people.space(ada, 'Harbour')
  const [few, many] = [new BoardChrome(ada.page), new BoardChrome(spare.page)]
  for (const board of [few, many]) {
    await visit(board.page, `/whiteboard?w=${wid}`)
    await board.shown()
  }
  await few.draw('Rectangle', { x: 200, y: 160 }, { x: 320, y: 240 })
  await few.draw('Connector', { x: 320, y: 200 }, { x: 520, y: 300 })
  await few.pick('Pen')
  await few.drag({ x: 200, y: 340 }, { x: 420, y: 480 })
  await few.press('Escape')
  await few.pick('Sticky note')
  await few.click({ x: 760, y: 420 })
  await few.page.keyboard.type('Привет, harbour')
  await few.press('Escape')
  await few.press('Escape')
  await few.saved()
  await many.expectKinds(['rect', 'connector', 'pen', 'sticky'])

  await expect
    .poll(async () => {
      await wander(many)
      return pictures(many.page)
    })
    .toBeGreaterThan(4)
  expect(await pictures(few.page)).toBe(0)
  // Each sees the other's cursor.
  for (const { page } of [few, many]) await page.mouse.move(1200, 700)
  await expect.poll(() => difference(few.page, many.page)).toBeLessThan(0.001)
})
