import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ImportNote } from '@tavla/canvas'
import { useTranslation } from 'react-i18next'
import classes from '../files/files.module.css'
import type { ImportOutcome } from './import-files.ts'

/** Lists what was imported and what could not be imported as it was. */
export function ImportReportDialog({
  outcomes,
  onShow,
  onClose,
}: {
  outcomes: readonly ImportOutcome[]
  /** Shows elements on the board; missing where there is none. */
  onShow?: (ids: readonly string[]) => void
  onClose(): void
}) {
  const { t } = useTranslation('board')
  const show =
    onShow &&
    ((ids: readonly string[]) => {
      onClose()
      onShow(ids)
    })
  const hasImported = outcomes.some(({ type }) => type === 'done')
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(hasImported ? 'import.done' : 'import.nothing')}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      <Stack gap="md" data-testid="import-report">
        {outcomes.map((outcome, i) => (
          <div key={i} className={classes.outcome}>
            <ImportOutcomeSection outcome={outcome} {...(show && { show })} />
          </div>
        ))}
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t('common:act.understood')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

interface ImportOutcomeSectionProps {
  outcome: ImportOutcome
  show?: (ids: readonly string[]) => void
}

function ImportOutcomeSection({ outcome, show }: ImportOutcomeSectionProps) {
  const { t } = useTranslation('board')
  if (outcome.type !== 'done')
    return (
      <>
        <Text fw={500}>{outcome.name}</Text>
        <Text size="sm">
          {outcome.type === 'unknown' ? t('import.unknownType') : t(`import.faults.${outcome.fault}`)}
        </Text>
      </>
    )
  const { report, ids } = outcome
  const count = [...report.made.values()].reduce((sum, each) => sum + each, 0)
  return (
    <>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={500} truncate>
          {outcome.name}
        </Text>
        {show && ids.length > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={() => show(ids)}>
            {t('import.show')}
          </Button>
        )}
      </Group>
      <Text size="sm">{t('import.made', { count })}</Text>
      <ImportNotes notes={report.notes} outcome="approximated" />
      <ImportNotes notes={report.notes} outcome="dropped" />
    </>
  )
}

function ImportNotes({ notes, outcome }: { notes: readonly ImportNote[]; outcome: ImportNote['outcome'] }) {
  const { t } = useTranslation('board')
  const matching = notes.filter((note) => note.outcome === outcome)
  if (matching.length === 0) return null
  return (
    <>
      <Text size="sm" c="dimmed" mt="sm">
        {t(`import.fates.${outcome}`)}
      </Text>
      <ul className={classes.notes}>
        {matching.map(({ name, count }) => (
          <li key={name}>{t(`import.notes.${name}`, { count })}</li>
        ))}
      </ul>
    </>
  )
}
