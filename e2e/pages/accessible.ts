import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

/** The rules of WCAG 2.2 levels A and AA that can be judged by a machine. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const schemes = ['light', 'dark'] as const

/** Judges what the page shows now, in both colour schemes; `state` names it in a failure. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await settled(page)
    const axe = new AxeBuilder({ page })
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
