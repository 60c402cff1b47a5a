import { openBoard, sameBoard, type TestRecord } from './pages/board-page.ts'
import { expect, test } from './pages/test.ts'
import { waitUntilPreloaded } from './pages/offline-app.ts'

const getText = (record: TestRecord | undefined) =>
  JSON.stringify(record?.['text'] ?? '').replace(/"(?:text|type|doc|paragraph|content)"/g, '')
const getCharacters = (text: string, kind: RegExp) => text.match(kind)?.join('') ?? ''

test(
  'two people type in one note, one of them offline for a while: no character is lost',
  { tag: '@cuts-sockets' },
  async ({ people, visit }) => {
    const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
    const wid = await people.space(ada, 'Studio', [[bo, 'editor']])
    const [first, second] = [await openBoard(ada, wid, visit), await openBoard(bo, wid, visit)]
    const note = await first.draw('N', { x: 400, y: 240 }, { x: 640, y: 480 })
    await first.page.keyboard.type('start')
    await expect.poll(async () => getText((await second.elements('sticky'))[0])).toContain('start')
    await second.doubleClick({ x: 520, y: 360 })
    await expect(second.textBox).toBeFocused()

    await Promise.all([
      first.page.keyboard.type('abcde', { delay: 30 }),
      second.page.keyboard.type('01234', { delay: 30 }),
    ])
    // Bo goes offline in the middle of a word without noticing; he and Ada keep typing.
    await waitUntilPreloaded(bo.page)
    await bo.context.setOffline(true)
    await Promise.all([
      first.page.keyboard.type('fghijklmnopq', { delay: 30 }),
      second.page.keyboard.type('567890123456', { delay: 30 }),
    ])
    await second.notSaved()
    // Ada also deletes a part of what he typed before.
    await first.page.keyboard.press('Backspace')
    await bo.context.setOffline(false)
    await Promise.all([
      first.page.keyboard.type('rstuv', { delay: 30 }),
      second.page.keyboard.type('78901', { delay: 30 }),
    ])
    for (const { page } of [first, second]) await page.keyboard.press('Escape')
    const written = getText((await sameBoard(first, second)).find(({ id }) => id === note.id))
    expect(getCharacters(written, /[a-z]/g)).toBe('startabcdefghijklmnoprstuv')
    expect(getCharacters(written, /\d/g)).toBe('0123456789012345678901')
  },
)
