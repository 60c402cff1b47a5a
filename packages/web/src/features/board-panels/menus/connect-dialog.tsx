import { useTranslation } from 'react-i18next'
import { useBoard } from '../board-context.ts'
import { describeElement } from '../reading/describe-element.ts'
import { SearchDialog } from './search-dialog.tsx'

/** Elements listed for a search; a board can have thousands, and typing narrows them. */
const mostListed = 500

/** Connects the selected element to one that is searched by its text, without pointing at it. */
export function ConnectDialog({ onClose }: { onClose(): void }) {
  const { t, i18n } = useTranslation('board')
  const { board } = useBoard()
  const entries = board.reading
    .listConnectTargets()
    .slice(0, mostListed)
    .flatMap((id) => {
      const record = board.document.get(id)
      if (!record) return []
      const label = describeElement(record, { board, t, language: i18n.language })
      return [{ id, label, icon: undefined, keys: [] }]
    })
  return (
    <SearchDialog
      title={t('connectTo.title')}
      placeholder={t('connectTo.placeholder')}
      empty={t('connectTo.empty')}
      entries={entries}
      onChoose={({ id }) => {
        onClose()
        board.reading.connectTo(id)
      }}
      onClose={onClose}
    />
  )
}
