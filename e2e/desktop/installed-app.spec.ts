import type { Page } from '@playwright/test'
import { BoardChrome } from '../pages/board-chrome.ts'
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
