import type { Page } from '@playwright/test'
import { BoardPage } from './board-page.ts'
import type { Person } from './people.ts'

/** Waits until the service worker has cached the app: only then can it be opened offline. */
export async function waitUntilCached(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const { active } = await navigator.serviceWorker.ready
    return active?.state === 'activated' && navigator.serviceWorker.controller !== null
  })
}

/** Waits until the page has loaded what is used without a connection: the text editor, menus and dialogs. */
export async function waitUntilPreloaded(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    return ['text-editor', 'board-overlays', 'unsent-dialog'].every((part) =>
      loaded.some((name) => name.includes(`/assets/${part}-`)),
    )
  })
}

/** Opens the URL in another tab of this person's browser. */
export async function openTab(person: Pick<Person, 'context'>, address: string): Promise<BoardPage> {
  const page = await person.context.newPage()
  await page.goto(address)
  const board = new BoardPage(page)
  await board.opened()
  return board
}

/** Closes every tab of this person and opens the URL in a new one. */
export async function reopen(person: Pick<Person, 'context'>, address: string): Promise<BoardPage> {
  for (const page of person.context.pages()) await page.close()
  return openTab(person, address)
}
