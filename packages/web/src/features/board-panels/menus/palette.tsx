import { useTranslation } from 'react-i18next'
import { useBoard } from '../board-context.ts'
import { SearchDialog, type SearchDialogEntry } from './search-dialog.tsx'

interface Entry extends SearchDialogEntry {
  run(): void
}

/** Searchable list of all tools and available commands. */
export function Palette({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const tools: Entry[] = board.tools
    .filter(({ id }) => board.canUse(id))
    .map((tool) => ({
      ...tool,
      label: t('palette.tool', { name: t(tool.labelKey) }),
      run: () => board.setTool(tool.id),
    }))
  const actions: Entry[] = board.commands
    .filter(({ id }) => id !== 'openPalette' && board.canRun(id))
    .map((command) => ({
      id: command.id,
      label: t(command.labelKey),
      icon: command.icon,
      keys: command.keys,
      run: () => board.run(command.id),
    }))
  return (
    <SearchDialog
      title={t('palette.title')}
      placeholder={t('palette.placeholder')}
      empty={t('palette.empty')}
      entries={[...actions, ...tools]}
      onChoose={(entry) => {
        onClose()
        board.focus()
        entry.run()
      }}
      onClose={onClose}
    />
  )
}
