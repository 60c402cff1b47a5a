import { Button, Modal, TextInput } from '@mantine/core'
import { IconActivity, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBoard } from '../board-context.ts'
import { getHelpSections } from './help-sections.ts'
import { Keys } from './keys.tsx'
import classes from './palette.module.css'
import { searchEntries } from './palette-search.ts'

/** All keyboard shortcuts of the board, searchable. */
export function Help({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('board')
  const { board, ui } = useBoard()
  const [query, setQuery] = useState('')
  const label = (key: string) => t(key)
  const sections = getHelpSections(board.tools, board.commands).map(({ name, entries }) => ({
    name,
    entries: searchEntries(
      entries.map((entry) => ({ ...entry, label: label(entry.labelKey) })),
      query,
    ),
  }))
  const found = sections.filter(({ entries }) => entries.length > 0)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('help.title')}
      size={760}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      <TextInput
        data-autofocus
        mb="lg"
        leftSection={<IconSearch size={18} stroke={1.5} />}
        placeholder={t('help.placeholder')}
        aria-label={t('help.placeholder')}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <div className={classes.columns}>
        {found.map(({ name, entries }) => (
          <section key={name} className={classes.section}>
            <h3 className={classes.heading}>{t(`help.sections.${name}`)}</h3>
            {entries.map((entry) => (
              <dl key={entry.id} className={classes.row}>
                <dt>{entry.label}</dt>
                <dd>
                  {entry.keys.slice(0, 2).map((keys) => (
                    <Keys key={keys} shortcut={keys} />
                  ))}
                </dd>
              </dl>
            ))}
          </section>
        ))}
      </div>
      <Button
        variant="default"
        leftSection={<IconActivity size={18} stroke={1.5} aria-hidden />}
        onClick={() => ui.open({ type: 'health' })}
      >
        {t('commands.boardHealth')}
      </Button>
      {found.length === 0 && <p className={classes.empty}>{t('palette.empty')}</p>}
    </Modal>
  )
}
