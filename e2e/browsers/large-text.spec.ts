import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { BoardPage } from '../pages/board-page.ts'
import { expect, test } from '../pages/test.ts'

/** Controls that are shown and that neither lie in the window nor in something that scrolls to them. */
const listUnreachable = (page: Page) =>
  page.evaluate(() => {
    const isReachable = (element: Element): boolean => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      if (left >= -1 && right <= innerWidth + 1 && top >= -1 && bottom <= innerHeight + 1) return true
      for (let around = element.parentElement; around; around = around.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(around)
        const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
        const area = around.getBoundingClientRect()
        const isIn = (low: number, high: number, from: number, to: number) =>
          low >= from - 1 && high <= to + 1
        const fitsX = isIn(left, right, area.left, area.right) || scrolls(overflowX)
        const fitsY = isIn(top, bottom, area.top, area.bottom) || scrolls(overflowY)
        const isScroller =
          (scrolls(overflowX) && around.scrollWidth > around.clientWidth) ||
          (scrolls(overflowY) && around.scrollHeight > around.clientHeight)
        if (isScroller && fitsX && fitsY && area.right <= innerWidth + 1 && area.left >= -1) return true
      }
      // The page itself scrolls down, never sideways.
      const page = document.documentElement
      return page.scrollHeight > page.clientHeight && left >= -1 && right <= innerWidth + 1
    }
    const controls = [...document.querySelectorAll('button, a[href], input, [role="menuitem"]')]
    return controls
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect()
        return width > 2 && height > 2 && element.checkVisibility({ visibilityProperty: true })
      })
      .filter((element) => !isReachable(element))
      .map((element) => element.ariaLabel ?? element.textContent)
  })

test(
  'with text of twice the size, every control of board and dashboard can be reached',
  { tag: '@chromium' },
  async ({ server, people, playwright, launchOptions }) => {
    const ada = await people.member('Ada')
    const wid = await people.space(ada, 'Harbour development')
    const profile = mkdtempSync(join(tmpdir(), 'tavla-text-'))
    const context = await playwright.chromium.launchPersistentContext(profile, {
      ...launchOptions,
      // The setting "Font size" of the browser.
      args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'],
      viewport: { width: 1280, height: 800 },
    })
    try {
      const page = await context.newPage()
      await page.goto(`${server.url}/app/login`)
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
      await page.evaluate(
        (user) => localStorage.setItem('userinfo', user),
        JSON.stringify({ uid: ada.uid, token: ada.token }),
      )
      for (const [width, height] of [
        [1280, 800],
        [640, 800],
      ] as const) {
        await test.step(`${width} px`, async () => {
          await page.setViewportSize({ width, height })
          await page.goto(`${server.url}/app/dashboard`)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expect(page.locator('[data-card]').first()).toBeVisible()
          expect(await listUnreachable(page), 'dashboard').toEqual([])
          await page.goto(`${server.url}/app/whiteboard?w=${wid}`)
          const board = new BoardPage(page)
          await board.opened()
          expect(await listUnreachable(page), 'board').toEqual([])
          await board.host.press('r')
          await page.mouse.move(width / 2 - 40, height / 2 - 60)
          await page.mouse.down()
          await page.mouse.move(width / 2 + 40, height / 2, { steps: 3 })
          await page.mouse.up()
          await expect.poll(async () => (await board.selection()).length).toBe(1)
          expect(await listUnreachable(page), 'board with a selection').toEqual([])
        })
      }
    } finally {
      await context.close()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    }
  },
)
