import { flushSync } from 'react-dom'
import { afterEach, expect, test } from 'vitest'
import { boardOnPage, type BoardOnPage } from '../testing.tsx'
import { SearchDialog } from './search-dialog.tsx'

let open: BoardOnPage | undefined
afterEach(() => open?.dispose())

test('has the focus as soon as it is there, so that no key typed at once goes to the board', () => {
  open = boardOnPage([])
  const noAct = (): void => undefined
  flushSync(() =>
    open?.show(
      <SearchDialog
        title="Connect"
        placeholder="Search"
        empty="None"
        entries={[]}
        onChoose={noAct}
        onClose={noAct}
      />,
    ),
  )
  expect(document.activeElement?.getAttribute('role')).toBe('combobox')
})
