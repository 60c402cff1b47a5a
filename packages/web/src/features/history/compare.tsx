import { NativeSelect, Stack, Text } from '@mantine/core'
import type { Version } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../platform/use-signal.ts'
import type { MarkKind } from './difference-marks.tsx'
import type { History } from './history.ts'
import classes from './history.module.css'

interface CompareProps {
  history: History
  versions: readonly Version[]
}

/** The moment shown beside another one: what came, changed and went in between. */
export function Compare({ history, versions }: CompareProps) {
  const { t } = useTranslation('board')
  const other = useSignal(history.comparedWith)
  const compared = useSignal(history.compared)
  const timeline = useSignal(history.timeline)
  const first = useSignal(history.begin)
  const choices = new Map<number, string>()
  if (timeline) choices.set(timeline.head, t('history.compare.now'))
  const seen = timeline?.seen ?? null
  if (seen !== null && seen >= first) choices.set(seen, t('history.compare.seen'))
  for (const { seq, name } of versions) if (seq >= first) choices.set(seq, name)
  choices.set(first, t('history.compare.start'))
  const difference = compared?.difference
  const counts: readonly (readonly [MarkKind, number])[] = [
    ['added', difference?.added.length ?? 0],
    ['changed', difference?.changed.size ?? 0],
    ['removed', difference?.removed.length ?? 0],
  ]
  return (
    <Stack gap="xs">
      <NativeSelect
        label={t('history.compare.title')}
        value={other === null ? '' : String(other)}
        data={[
          { value: '', label: t('history.compare.nothing') },
          ...[...choices].map(([seq, label]) => ({ value: String(seq), label })),
        ]}
        onChange={(event) => {
          const { value } = event.currentTarget
          history.compareWith(value === '' ? null : Number(value))
        }}
      />
      {other !== null && !compared && (
        <Text size="sm" c="var(--tavla-muted)">
          {t('history.compare.same')}
        </Text>
      )}
      {compared && (
        <ul className={classes.legend} data-testid="difference-counts">
          {counts.map(([kind, count]) => (
            <li key={kind} data-kind={kind}>
              {t(`history.compare.${kind}`, { count })}
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}
