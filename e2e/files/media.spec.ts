import type { Page } from '@playwright/test'
import { BoardChrome } from '../pages/board-chrome.ts'
import { createGif, recordVideo } from './media-files.ts'
import type { Person } from '../pages/people.ts'
import { expect, test, type Visit } from '../pages/test.ts'

const gif = { name: 'blink.gif', mimeType: 'image/gif', buffer: createGif() }

/** Colour of the board in the middle of the view. */
const getColor = (page: Page): Promise<readonly number[]> =>
  page
    .getByTestId('board')
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => [
      ...canvas
        .getContext('2d')!
        .getImageData(canvas.width / 2, canvas.height / 2, 1, 1)
        .data.subarray(0, 3),
    ])

const expectColor = (page: Page, color: readonly number[]): Promise<void> =>
  expect.poll(() => getColor(page)).toEqual(color)

async function insertGif(ada: Person, visit: Visit, wid: string): Promise<BoardChrome> {
  const board = new BoardChrome(ada.page)
  await visit(ada.page, `/whiteboard?w=${wid}`)
  await board.shown()
  await ada.page.getByTestId('pick-files').setInputFiles([gif])
  await board.expectKinds(['image'])
  return board
}

test('an animated image plays again and again, and can be paused by keyboard', async ({ people, visit }) => {
  const ada = await people.member('Ada')
  const { page } = ada
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await insertGif(ada, visit, await people.space(ada, 'Moving'))
  for (let round = 0; round < 2; round++) {
    await expectColor(page, [0, 0, 255])
    await expectColor(page, [255, 0, 0])
  }
  await page.getByRole('button', { name: 'Pause animation' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Play animation' })).toBeVisible()
})

// Firefox’s driver does not set the preference.
test(
  'an animated image stays still for people who prefer that, until they play it',
  { tag: '@chromium' },
  async ({ people, visit }) => {
    const ada = await people.member('Ada')
    const { page } = ada
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await insertGif(ada, visit, await people.space(ada, 'Moving'))
    const play = page.getByRole('button', { name: 'Play animation' })
    await expect(play).toBeVisible()
    await expectColor(page, [255, 0, 0])
    await play.click()
    await expectColor(page, [0, 0, 255])
  },
)

test('an image waits for its upload, and says whether that is because one is offline', async ({
  server,
  people,
  visit,
}) => {
  const ada = await people.member('Ada')
  const { page } = ada
  await page.route('**/api/file/upload**', (route) => route.abort('connectionrefused'))
  await insertGif(ada, visit, await people.space(ada, 'Waiting'))
  const line = page.getByTestId('waiting-files')
  await expect(line).toHaveText('1 file is still to be uploaded')
  await server.kill()
  await expect(line).toContainText('when you’re back online')
  await page.unroute('**/api/file/upload**')
  await server.start()
  await expect(line).toHaveCount(0)
})

test('a video shows its first frame and is played by those who may only view', async ({ people, visit }) => {
  const ada = await people.member('Ada')
  const bo = await people.member('Bo')
  const wid = await people.space(ada, 'Films', [[bo, 'viewer']])
  const board = new BoardChrome(ada.page)
  await visit(ada.page, `/whiteboard?w=${wid}`)
  await board.shown()
  const buffer = await recordVideo(ada.page)
  await ada.page
    .getByTestId('pick-files')
    .setInputFiles([{ name: 'clip.webm', mimeType: 'video/webm', buffer }])
  await board.expectKinds(['image'])
  // The paper and the outline of an image that loads are green too, but not only.
  const isGreen = async (page: Page) => {
    const [red = 0, green = 0] = await getColor(page)
    return green > 150 && red < 100
  }
  await expect.poll(() => isGreen(ada.page)).toBe(true)
  await expect(ada.page.getByTestId('waiting-files')).toHaveCount(0)
  await board.saved()

  await visit(bo.page, `/whiteboard?w=${wid}`)
  const play = bo.page.getByRole('button', { name: 'Play video' })
  await expect(play).toBeVisible()
  await expect.poll(() => isGreen(bo.page)).toBe(true)
  const part = bo.page.waitForResponse(
    (response) => response.url().includes('/api/file/get/') && response.status() === 206,
  )
  await play.press('Enter')
  const video = bo.page.getByLabel('Video', { exact: true })
  await expect(video).toBeFocused()
  expect((await part).headers()['content-type']).toBe('video/webm')
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0)
  expect(await video.evaluate((element: HTMLVideoElement) => [element.muted, element.controls])).toEqual([
    false,
    true,
  ])
  await bo.page.keyboard.press('Escape')
  await expect(video).toHaveCount(0)

  await board.host.press('ControlOrMeta+z')
  await expect(play).toHaveCount(0)
  await board.host.press('ControlOrMeta+Shift+z')
  await expect(play).toBeVisible()
})

test('an image and a video that are dropped together both come onto the board', async ({ people, visit }) => {
  const ada = await people.member('Ada')
  const board = new BoardChrome(ada.page)
  await visit(ada.page, `/whiteboard?w=${await people.space(ada, 'Dropped')}`)
  await board.shown()
  const buffer = await recordVideo(ada.page)
  const files = [gif, { name: 'clip.webm', mimeType: 'video/webm', buffer }]
  const transfer = await ada.page.evaluateHandle(
    (list) => {
      const data = new DataTransfer()
      for (const { name, type, text } of list) {
        const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
        data.items.add(new File([bytes], name, { type }))
      }
      return data
    },
    files.map(({ name, mimeType, buffer: bytes }) => ({
      name,
      type: mimeType,
      text: bytes.toString('base64'),
    })),
  )
  await board.host.dispatchEvent('drop', { dataTransfer: transfer, clientX: 600, clientY: 400 })
  await board.expectKinds(['image', 'image'])
  await expect(ada.page.getByRole('button', { name: 'Play video' })).toBeVisible()
})

test('an image that is pasted to another board is seen by its people, who do not know the first one', async ({
  people,
  visit,
}) => {
  const ada = await people.member('Ada')
  const bo = await people.member('Bo')
  await ada.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [from, to] = [await people.space(ada, 'From'), await people.space(ada, 'To', [[bo, 'viewer']])]
  for (const { page } of [ada, bo]) await page.emulateMedia({ reducedMotion: 'reduce' })
  const board = new BoardChrome(ada.page)
  await visit(ada.page, `/whiteboard?w=${from}`)
  await board.shown()
  await ada.page.getByTestId('pick-files').setInputFiles([gif])
  await expectColor(ada.page, [255, 0, 0])
  await board.saved()
  await expect(ada.page.getByTestId('waiting-files')).toHaveCount(0)
  await board.host.press('ControlOrMeta+a')
  await board.host.press('ControlOrMeta+c')

  await visit(bo.page, `/whiteboard?w=${to}`)
  await new BoardChrome(bo.page).host.waitFor()
  await visit(ada.page, `/whiteboard?w=${to}`)
  await board.shown()
  await board.host.press('ControlOrMeta+v')
  await board.expectKinds(['image'])
  await expectColor(ada.page, [255, 0, 0])
  await expectColor(bo.page, [255, 0, 0])
})
