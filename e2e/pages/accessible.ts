import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** The axe rule tags for WCAG 2.2 levels A and AA. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const schemes = ['light', 'dark'] as const

/**
 * Replaces axe's own script in a page that has loaded it already: half a megabyte that the builder would add for each
 * result.
 */
const noScript = 'null'

/** Checks what the page shows now with axe, in both colour schemes; `state` names it in a failure. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  // Firefox ends the process of a page with an open menu while axe scans it; the elements are the same there.
  if (page.context().browser()?.browserType().name() === 'firefox') return
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await settled(page)
    const hasAxe = await page.evaluate(() => 'axe' in globalThis)
    // No page here has cross-origin frames, so results need not be merged on a page of their own.
    const axe = new AxeBuilder({ page, ...(hasAxe ? { axeSource: noScript } : {}) }).setLegacyMode(true)
    // Passed checks are not part of the report.
    axe.options({ resultTypes: ['violations'] })
    // The other colour scheme has the same DOM, so only contrast is checked again.
    const scan = colorScheme === 'light' ? axe.withTags(rules) : axe.withRules(['color-contrast'])
    const { violations } = await scan.analyze()
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
    )
    expect(found, `${state}, ${colorScheme}`).toEqual([])
  }
}

/** Waits until transitions have ended: during a fade every contrast is wrong. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))),
  )
}

/** Minimum height of touch targets, in CSS pixels. */
const fingerPx = 40

/**
 * Checks that the page does not overflow its width, labels are not cut off, and touch targets are high enough (a
 * field counts with its label).
 */
export async function expectFitsFingers(page: Page, state: string): Promise<void> {
  const found = await page.evaluate((least) => {
    const getName = (element: Element) => (element.getAttribute('aria-label') ?? element.textContent).trim()
    const seen = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      // Elements of two pixels and less are visually hidden text for screen readers.
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

/** Everything that the board's live region for what one does says from now on, in order. */
export async function hear(page: Page): Promise<() => Promise<readonly string[]>> {
  const heard = await page.getByTestId('announcer').evaluateHandle((region) => {
    const texts: string[] = []
    new MutationObserver(() => texts.push(region.textContent)).observe(region, { childList: true })
    return texts
  })
  return () => heard.jsonValue()
}
