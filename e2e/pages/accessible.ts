import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** The rules of WCAG 2.2 levels A and AA that can be checked by a machine. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const schemes = ['light', 'dark'] as const

/** Instead of axe itself, in a page that has it: half a megabyte of script, which the builder adds anew for each result. */
const noScript = 'null'

/** Checks what the page shows now with axe, in both colour schemes; `state` names it in a failure. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await settled(page)
    const hasAxe = await page.evaluate(() => 'axe' in globalThis)
    // Nothing here stands in a frame of another site, so the results need no page of their own to be put together on.
    const axe = new AxeBuilder({ page, ...(hasAxe ? { axeSource: noScript } : {}) }).setLegacyMode(true)
    // What is right need not be described.
    axe.options({ resultTypes: ['violations'] })
    // The other scheme has other colours and is the same page otherwise.
    const judge = colorScheme === 'light' ? axe.withTags(rules) : axe.withRules(['color-contrast'])
    const { violations } = await judge.analyze()
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
    )
    expect(found, `${state}, ${colorScheme}`).toEqual([])
  }
}

/** Half way through a fade every contrast is wrong. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))),
  )
}

/** Smallest height, in CSS pixels, of what is pressed with a finger. */
const fingerPx = 40

/** What the page shows now fits its width; labels are whole, and what can be pressed is high enough (a field by its label too). */
export async function expectFitsFingers(page: Page, state: string): Promise<void> {
  const found = await page.evaluate((least) => {
    const getName = (element: Element) => (element.getAttribute('aria-label') ?? element.textContent).trim()
    const seen = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      // Two pixels and less are the hiding places of what only a reader of the screen meets.
      return width > 2 && height > 2 && element.checkVisibility({ opacityProperty: true })
    }
    const covered = document.querySelector('[role="dialog"][aria-modal="true"]') ?? document.body
    const pressed = [...covered.querySelectorAll('button, input:not([type="checkbox"], [type="radio"])')]
    const buttons = pressed.filter((element) => seen(element) && !element.closest('[data-testid="toast"]'))
    const low = buttons.filter((element) => {
      const place = element.matches('input')
        ? (element.closest('.mantine-Input-wrapper') ?? element)
        : element
      return (
        Math.round(place.getBoundingClientRect().height) < least && !element.closest('.mantine-Input-wrapper')
      )
    })
    const cut = buttons.filter(
      ({ scrollWidth, clientWidth, tagName }) => tagName === 'BUTTON' && scrollWidth > clientWidth + 1,
    )
    const wide = document.documentElement.scrollWidth > innerWidth
    return [
      ...low.map(
        (element) => `too low: ${getName(element)} ${Math.round(element.getBoundingClientRect().height)}`,
      ),
      ...cut.map((element) => `cut off: ${getName(element)}`),
      ...(wide ? ['the page is wider than the window'] : []),
    ]
  }, fingerPx)
  expect(found, state).toEqual([])
}
