import { openBoard } from '../pages/board-page.ts'
import { expect, test } from '../pages/test.ts'

// Not localhost: over plain HTTP the browser offers no service worker, no Web Locks and no `crypto.subtle` here.
const host = 'tavla.test'
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${host} 127.0.0.1`],
    }),
})

test('over plain HTTP the board works, and says that it cannot be reopened offline', async ({
  server,
  people,
}) => {
  const at = server.url.replace('127.0.0.1', host)
  const ada = await people.member('Ada', { cachesApp: true, at })
  const wid = await people.space(ada, 'Studio')
  const board = await openBoard(ada, wid, async (page, path) => void (await page.goto(`${at}/app${path}`)))
  expect(await ada.page.evaluate(() => [isSecureContext, 'serviceWorker' in navigator])).toEqual([
    false,
    false,
  ])
  const early = await board.draw('R', { x: 200, y: 200 }, { x: 320, y: 280 })
  await board.saved()

  await server.kill()
  const late = await board.draw('O', { x: 400, y: 200 }, { x: 520, y: 280 })
  await expect(ada.page.getByTestId('offline')).toContainText('This connection isn’t encrypted (https)')
  await server.start()
  await board.saved()
  expect((await board.elements()).map(({ id }) => id).toSorted()).toEqual([early.id, late.id].toSorted())
})
