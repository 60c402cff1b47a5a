import type { Page } from '@playwright/test'
import { BoardChrome } from '../pages/board-chrome.ts'
import { openBoard } from '../pages/board-page.ts'
import { waitUntilCached } from '../pages/offline-app.ts'
import { expect, test } from '../pages/test.ts'

/** Shares a drawing with the installed app, as the system does: by a form that the service worker receives. */
async function share(page: Page, name: string): Promise<void> {
  const drawing = { type: 'excalidraw', elements: [{ type: 'ellipse', x: 0, y: 0, width: 90, height: 60 }] }
  await page.evaluate(
    ([fileName, content]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([content], fileName))
      const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files' })
      input.files = transfer.files
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', action: '/app/share', enctype: 'multipart/form-data' })
      form.append(input)
      document.body.append(form)
      form.submit()
    },
    [name, JSON.stringify(drawing)] as const,
  )
}

test('what is shared with the installed app becomes a board, and nothing does in a tab', async ({
  people,
  server,
}) => {
  const { page } = await people.member('Ada', { cachesApp: true })
  await page.goto(`${server.url}/app/dashboard`)
  await waitUntilCached(page)
  await share(page, 'From a site.excalidraw')
  await page.waitForURL(`${server.url}/app/dashboard`)
  await expect(page.getByRole('heading', { name: 'Create your first board' })).toBeVisible()

  // As in a window of its own, which this browser cannot imitate.
  await page.addInitScript(() => {
    const match = matchMedia.bind(globalThis)
    globalThis.matchMedia = (query) => match(query === '(display-mode: browser)' ? 'not all' : query)
  })
  await share(page, 'Harbour.excalidraw')
  const board = new BoardChrome(page)
  await board.shown()
  await page.getByTestId('import-report').getByRole('button', { name: 'Got it' }).click()
  await board.expectKinds(['ellipse'])
  await page.goto(`${server.url}/app/dashboard`)
  await expect(page.getByRole('link', { name: 'Harbour' })).toBeVisible()
  await expect(page.getByText('From a site')).toHaveCount(0)
})

/** Size of the system's window buttons at the right end of the title bar, px. */
const buttons = { width: 140, height: 40 }

/**
 * Shows the page as in a window whose title bar belongs to it. The browser of the tests has no such windows and cannot
 * imitate their display mode, so the rules for it apply always.
 */
const takeTitleBar = (page: Page): Promise<void> =>
  page.evaluate(({ width, height }) => {
    for (const sheet of document.styleSheets)
      for (const rule of sheet.cssRules)
        if (rule instanceof CSSMediaRule && rule.conditionText.includes('window-controls-overlay'))
          rule.media.mediaText = 'all'
    const { style } = document.documentElement
    style.setProperty('--tavla-title-right', `${width}px`)
    style.setProperty('--tavla-title-height', `${height}px`)
  }, buttons)

/** Names of what lies under the window buttons and could not be clicked. */
const listCovered = (page: Page): Promise<string[]> =>
  page.evaluate(({ width, height }) => {
    const controls = [...document.querySelectorAll('button, a, input, [role="button"]')]
    const covered = controls.filter((control) => {
      const box = control.getBoundingClientRect()
      return box.width > 0 && box.right > innerWidth - width && box.top < height && box.bottom > 0
    })
    return covered.map((control) => control.getAttribute('aria-label') ?? control.textContent)
  }, buttons)

test('in a window whose title bar is the app’s, nothing lies under the window buttons @chromium', async ({
  people,
  visit,
}, info) => {
  const ada = await people.member('Ada')
  const { page } = ada
  const wid = await people.space(ada, 'Studio', [])
  const expectFree = async (screen: string): Promise<void> => {
    await takeTitleBar(page)
    for (const width of [1280, 600]) {
      await page.setViewportSize({ width, height: 720 })
      await expect.poll(() => listCovered(page)).toEqual([])
      await info.attach(`${screen} ${width}`, { body: await page.screenshot(), contentType: 'image/png' })
    }
  }
  const board = await openBoard(ada, wid, visit)
  await board.draw('R', { x: 200, y: 200 }, { x: 320, y: 280 })
  await expectFree('board')
  await visit(page, '/dashboard')
  await expect(page.getByRole('link', { name: 'Studio' })).toBeVisible()
  await expectFree('dashboard')
})
