import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core'
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
  /** Puts the report aside and shows elements on the board; missing where there is none. */
  onShow?: (ids: readonly string[]) => void
  onClose(): void
}) {
  const { t } = useTranslation('board')
  const hasImported = outcomes.some(({ type }) => type === 'done' || type === 'stamps')
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
            <ImportOutcomeSection outcome={outcome} {...(onShow && { show: onShow })} />
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
  if (outcome.type === 'stamps')
    return (
      <>
        <Text fw={500}>{outcome.name}</Text>
        <Text size="sm">{t('import.stamps', { count: outcome.count })}</Text>
      </>
    )
  if (outcome.type !== 'done')
    return (
      <>
        <Text fw={500}>{outcome.name}</Text>
        <Text size="sm">
          {outcome.type === 'unknown' ? t('import.unknownType') : t(`import.errors.${outcome.reason}`)}
        </Text>
      </>
    )
  const { report, ids, versions } = outcome
  const count = [...report.made.values()].reduce((sum, each) => sum + each, 0)
  const kinds = [...report.made]
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, number]) => t('import.ofKind', { number, kind: t(`shapes.${kind}`) }))
    .join(', ')
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
      <Text size="sm" c="dimmed">
        {`${kinds}.`}
        {report.labels > 0 && ` ${t('import.labels', { count: report.labels })}`}
      </Text>
      {versions > 0 && <Text size="sm">{t('import.versions', { count: versions })}</Text>}
      <ImportNotes notes={report.notes} outcome="approximated" {...(show && { show })} />
      <ImportNotes notes={report.notes} outcome="dropped" {...(show && { show })} />
    </>
  )
}

interface ImportNotesProps {
  notes: readonly ImportNote[]
  outcome: ImportNote['outcome']
  show?: (ids: readonly string[]) => void
}

function ImportNotes({ notes, outcome, show }: ImportNotesProps) {
  const { t } = useTranslation('board')
  const matching = notes.filter((note) => note.outcome === outcome)
  if (matching.length === 0) return null
  return (
    <>
      <Text size="sm" c="dimmed" mt="sm">
        {t(`import.outcomes.${outcome}`)}
      </Text>
      <ul className={classes.notes}>
        {matching.map(({ name, count, records }) => (
          <li key={name}>
            {show && records.length > 0 ? (
              <Anchor component="button" type="button" size="sm" ta="start" onClick={() => show(records)}>
                {t(`import.notes.${name}`, { count })}
              </Anchor>
            ) : (
              t(`import.notes.${name}`, { count })
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
