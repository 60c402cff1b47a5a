import '@mantine/core/styles.css'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { boardOnPage, newRecord } from '../board-panels/testing.tsx'
import type { BoardOnPage } from '../board-panels/testing.tsx'
import { BoardHealth } from './board-health.tsx'
import { PageTimings } from './page-timings.ts'

let open: BoardOnPage | undefined
beforeEach(() => page.viewport(390, 844))
afterEach(() => open?.dispose())

const timings = new PageTimings(
  () => null,
  () => 0,
)
function listRow(row: string): string[] {
  const rows = [...document.querySelectorAll('tbody tr')]
  const found = rows.find((each) => each.querySelector('th')?.textContent === `health.rows.${row}`)
  return [...(found?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent)
}

test('the dialog counts the page and the board, with what groups and frames contain', async () => {
  open = boardOnPage([
    newRecord('frame', { id: 'frame' }),
    newRecord('group', { id: 'group', parent: 'frame' }),
    newRecord('rect', { id: 'box', parent: 'group' }),
    newRecord('image', { id: 'photo', naturalW: 4_000, naturalH: 3_000 }),
    { id: 'second', kind: 'page', parent: null, z: 'b', name: '' },
    newRecord('rect', { id: 'other', parent: 'second' }),
  ])
  // 40 points in one place: their number, the mode, and no differences.
  const piece = new Uint8Array(83).fill(40, 0, 1)
  const { z, ...stroke } = newRecord('pen', { id: 'stroke' })
  open.replica.edit(
    [
      { op: 'put', record: { ...stroke, z } },
      { op: 'append', id: 'stroke', n: 0, piece, last: true },
    ],
    'mark',
  )
  const onClose = vi.fn()
  open.show(<BoardHealth timings={timings} onClose={onClose} />)
  await expect.poll(() => document.querySelectorAll('tbody tr').length).toBe(5)
  expect(listRow('elements')).toEqual(['4', '5'])
  expect(listRow('points')).toEqual(['40', '40'])
  expect(listRow('megapixels')).toEqual(['12', '12'])
  await expect.element(page.getByText('health.advice.none')).toBeVisible()
  await expect.element(page.getByTestId('long-frames')).toHaveTextContent('health.unmeasured')
  open.replica.edit([{ op: 'put', record: newRecord('rect', { id: 'more' }) }], 'mark2')
  await expect.poll(() => listRow('elements')).toEqual(['5', '6'])
})
