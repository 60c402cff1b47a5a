import { afterEach, expect, test } from 'vitest'
import { watchStyles } from './style-sheets.ts'

const frames: HTMLIFrameElement[] = []

afterEach(() => {
  for (const frame of frames.splice(0)) frame.remove()
})

/** A document with these style sheets. */
async function openPage(...addresses: readonly string[]): Promise<Document> {
  const frame = document.createElement('iframe')
  frames.push(frame)
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
  frame.srcdoc = addresses.map((href) => `<link rel="stylesheet" href="${href}">`).join('')
  document.body.append(frame)
  await loaded
  if (!frame.contentDocument) throw new Error('the frame has no document')
  return frame.contentDocument
}

/** Adds a style sheet as the bundler's loader does; resolves to the outcome. */
function addSheet(page: Document, href: string): Promise<string> {
  const link = page.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  page.head.append(link)
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve('load'))
    link.addEventListener('error', () => resolve('error'))
  })
}

/** A URL without an answer. */
function getMissingUrl(): string {
  const address = URL.createObjectURL(new Blob())
  URL.revokeObjectURL(address)
  return address
}

const good = URL.createObjectURL(new Blob(['.good{}'], { type: 'text/css' }))
const bad = getMissingUrl()
const rules = (page: Document) => [...page.styleSheets].map(({ cssRules }) => cssRules.length)
/** Lets requests succeed again. */
const repair = (page: Document) => page.querySelector(`link[href="${bad}"]`)?.setAttribute('href', good)

test('a style sheet that failed is reloaded in the same position', async () => {
  const page = await openPage(good)
  const styles = watchStyles(page)
  expect(await addSheet(page, bad)).toBe('error')
  expect(await addSheet(page, good)).toBe('load')
  await expect(styles.reloadFailed()).rejects.toThrow('Unable to preload CSS')
  repair(page)
  await styles.reloadFailed()
  expect(rules(page)).toEqual([1, 1, 1])
  // Nothing is left to do.
  await styles.reloadFailed()
})

test('a style sheet that failed before the listener existed is reloaded, too', async () => {
  const page = await openPage(bad, good)
  const styles = watchStyles(page)
  await expect(styles.reloadFailed()).rejects.toThrow('Unable to preload CSS')
  repair(page)
  await styles.reloadFailed()
  expect(rules(page)).toEqual([1, 1])
})

test('a second caller waits for the same style sheets', async () => {
  const page = await openPage(bad)
  const styles = watchStyles(page)
  const order: string[] = []
  const first = styles.reloadFailed().catch(() => order.push('first'))
  const second = styles.reloadFailed().catch(() => order.push('second'))
  await Promise.all([first, second])
  expect(order).toEqual(['first', 'second'])
})
