import { Button, NativeSelect, Stack, Text } from '@mantine/core'
import { computed, type ReadonlySignal } from '@preact/signals-core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../platform/dom/clock.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import type { History } from './history.ts'
import { noFilter } from './versions/playback-steps.ts'

const HOUR_MS = 3_600_000
/** Time range, by the name of the option. */
const timeRanges = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS } as const
const rangeNames = ['hour', 'day', 'week'] as const
type TimeRange = keyof typeof timeRanges

interface FiltersProps {
  history: History
  getName(uid: string): string
}

/** Filters list and time line by person, frame and time. */
export function Filters({ history, getName }: FiltersProps) {
  const { t } = useTranslation('board')
  const { uid, frame, since, record } = useSignal(history.filter)
  const people = useSignal(history.timeline)?.people ?? []
  const frames = useSignal(useMemo(() => getFrames(history), [history]))
  const range = rangeNames.find((name) => since !== null && clock.now() - since <= timeRanges[name]) ?? ''
  const setFilter: History['setFilter'] = (fields) => history.setFilter(fields)
  return (
    <Stack gap="xs">
      <NativeSelect
        label={t('history.filter.person')}
        value={uid ?? ''}
        data={[
          { value: '', label: t('history.filter.everybody') },
          ...people.map((person) => ({ value: person.uid, label: getName(person.uid) })),
        ]}
        onChange={(event) => void setFilter({ uid: event.currentTarget.value || null })}
      />
      <NativeSelect
        label={t('history.filter.frame')}
        value={frame ?? ''}
        disabled={frames.length === 0 && frame === null}
        data={[
          { value: '', label: t('history.filter.everywhere') },
          ...frames.map(({ id, title }) => ({ value: id, label: title || t('history.filter.unnamed') })),
        ]}
        onChange={(event) => void setFilter({ frame: event.currentTarget.value || null })}
      />
      <NativeSelect
        label={t('history.filter.time')}
        value={range}
        data={[
          { value: '', label: t('history.filter.always') },
          ...rangeNames.map((name) => ({ value: name, label: t(`history.filter.${name}`) })),
        ]}
        onChange={(event) => {
          const chosen = event.currentTarget.value as TimeRange | ''
          void setFilter({ since: chosen === '' ? null : clock.now() - timeRanges[chosen] })
        }}
      />
      {record !== null && <Text size="sm">{t('history.filter.record')}</Text>}
      <Button variant="default" size="compact-sm" onClick={() => void setFilter(noFilter)}>
        {t('history.filter.clear')}
      </Button>
    </Stack>
  )
}

interface Frame {
  readonly id: string
  readonly title: string
}

/** Frames of the shown version. The selected one stays in the list, even if it does not exist yet. */
function getFrames(history: History): ReadonlySignal<readonly Frame[]> {
  const frames = computed(() => {
    // The board's contents change with every version, although it is the same object.
    void history.reached.value
    return listFrames(history)
  })
  return computed(() => {
    const { frame } = history.filter.value
    const isListed = frame === null || frames.value.some(({ id }) => id === frame)
    return isListed ? frames.value : [...frames.value, { id: frame, title: '' }]
  })
}

function listFrames({ replay, document }: History): readonly Frame[] {
  const board = document.value
  return [...(board?.ids() ?? [])].flatMap((id): Frame[] => {
    const record = board?.getUnmoved(id)
    if (!record || replay?.kinds.get(record.kind)?.container !== 'frame') return []
    return [{ id, title: typeof record['title'] === 'string' ? record['title'] : '' }]
  })
}
