import { Fragment, Slice } from 'prosemirror-model'
import { ReplaceStep, type Step } from 'prosemirror-transform'
import { expect, test } from 'vitest'
import type { Edit } from '../document/model/change.ts'
import { getPlainText, type RichText, richTextFromPlain, textSchema } from '../document/text/rich-text.ts'
import type { FuzzClient } from '../testing/fuzz-client.ts'
import { TestTable } from '../testing/test-table.ts'
import { put } from '../testing/test-room.ts'

const insert = (at: number, words: string): Step =>
  new ReplaceStep(at, at, new Slice(Fragment.from(textSchema.text(words)), 0, 0))
const getText = (client: FuzzClient): string =>
  getPlainText((client.replica.document.get('a')?.['text'] ?? null) as RichText | null)

/** Ann typed while she could not be reached; Bob typed on the board meanwhile. */
async function typedApart() {
  const table = new TestTable()
  const [ann, bob] = [await table.connectClient('ann'), await table.connectClient('bob')]
  ann.edit([put('a', 'box', { text: richTextFromPlain('hello world') })], 'm0')
  await table.settle()
  const [anns, bobs] = [ann.replica.openText('a')!, bob.replica.openText('a')!]
  ann.disconnect('closed')
  for (const words of ['so ', 'and ']) {
    anns.apply([insert(1, words)])
    anns.flush()
  }
  bobs.apply([insert(12, '!')])
  bobs.flush()
  await table.settle()
  const tried: Edit[] = []
  const busyTimes = (times: number): void => {
    table.room.isBusy = (edit) => {
      if (edit.mark === 'm0' || tried.length >= times) return false
      tried.push(edit)
      return true
    }
  }
  return { table, ann, bob, tried, busyTimes }
}

test('an edit refused as busy is sent again automatically, and no typing is lost', async () => {
  const { table, ann, bob, tried, busyTimes } = await typedApart()
  const refusals: string[] = []
  ann.replica.observeRefusals(({ refused }) => refusals.push(refused))
  busyTimes(3)
  ann.connect()
  for (let second = 0; second < 10; second += 1) {
    await table.settle()
    table.pass(1_000)
  }
  expect([getText(ann), getText(bob)]).toEqual(['and so hello world!', 'and so hello world!'])
  expect(new Set(tried.map(({ id }) => id)).size).toBe(1)
  expect([ann.unsaved, refusals]).toEqual([0, []])
})

test('it is sent again for the current board, so that the server need not rebase it', async () => {
  const { table, ann, tried, busyTimes } = await typedApart()
  busyTimes(1)
  ann.connect()
  await table.settle()
  const seq = table.room.journal().length
  expect(tried.map(({ base }) => base)).toEqual([seq - 1])
  table.pass(1_000)
  await table.settle()
  const own = table.room.journal().slice(seq)
  expect(own.map(({ base, by }) => [by, base])).toEqual([
    ['ann', seq],
    ['ann', seq],
  ])
})

test('delays grow until the server accepts an edit', async () => {
  const { table, ann, tried, busyTimes } = await typedApart()
  busyTimes(4)
  ann.connect()
  await table.settle()
  const triedAfter: number[] = []
  for (let second = 1; second <= 16; second += 1) {
    const before = tried.length
    table.pass(1_000)
    await table.settle()
    if (tried.length > before) triedAfter.push(second)
  }
  expect(triedAfter).toEqual([1, 3, 7])
  expect(ann.unsaved).toBe(0)
})
