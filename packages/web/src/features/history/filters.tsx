import { NativeSelect, Stack } from '@mantine/core'
import type { PastDocument } from '@tavla/canvas/model'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../platform/clock.ts'
import { useSignal } from '../../platform/use-signal.ts'
import type { History } from './history.ts'

const HOUR_MS = 3_600_000
/** How far back, by the name of the choice. */
const spans = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS } as const
type Span = keyof typeof spans

interface Frame {
  readonly id: string
  readonly title: string
}

interface FiltersProps {
  history: History
  document: PastDocument
  nameOf(uid: string): string
}

/** Whose edits, where and since when: the time line stops at those only. */
export function Filters({ history, document, nameOf }: FiltersProps) {
  const { t } = useTranslation('board')
  const { uid, frame, since } = useSignal(history.filter)
  const people = useSignal(history.timeline)?.people ?? []
  const seq = useSignal(history.seq)
  // Frames of the moment shown: the document is another one then, though it is the same object.
  // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  const frames = useMemo(() => framesIn(history, document), [history, document, seq])
  const setSpan = (span: Span | ''): void =>
    history.setFilter({ since: span === '' ? null : clock.now() - spans[span] })
  return (
    <Stack gap="xs">
      <NativeSelect
        label={t('history.filter.person')}
        value={uid ?? ''}
        data={[
          { value: '', label: t('history.filter.everybody') },
          ...people.map((person) => ({ value: person.uid, label: nameOf(person.uid) })),
        ]}
        onChange={(event) => history.setFilter({ uid: event.currentTarget.value || null })}
      />
      <NativeSelect
        label={t('history.filter.frame')}
        value={frame ?? ''}
        disabled={frames.length === 0 && frame === null}
        data={[
          { value: '', label: t('history.filter.everywhere') },
          ...frames.map(({ id, title }) => ({ value: id, label: title || t('history.filter.unnamed') })),
        ]}
        onChange={(event) => history.setFilter({ frame: event.currentTarget.value || null })}
      />
      <NativeSelect
        label={t('history.filter.time')}
        defaultValue={since === null ? '' : 'day'}
        data={[
          { value: '', label: t('history.filter.always') },
          ...(['hour', 'day', 'week'] as const).map((span) => ({
            value: span,
            label: t(`history.filter.${span}`),
          })),
        ]}
        onChange={(event) => setSpan(event.currentTarget.value as Span | '')}
      />
    </Stack>
  )
}

function framesIn(history: History, document: PastDocument): readonly Frame[] {
  const kinds = history.past?.kinds
  return [...document.ids()].flatMap((id) => {
    const record = document.still(id)
    if (!record || kinds?.get(record.kind)?.container !== 'frame') return []
    return [{ id, title: typeof record['title'] === 'string' ? record['title'] : '' }]
  })
}
