import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useTableParams } from './data-table.tsx'

const states = ['active', 'archived', 'trash'] as const

/** Limits a list of boards to those in use, in the archive or in the trash. */
export function SpaceStateFilter() {
  const { t } = useTranslation('admin')
  const { params, set } = useTableParams()
  return (
    <NativeSelect
      label={t('state')}
      value={params['state'] ?? ''}
      data={[
        { value: '', label: t('all') },
        ...states.map((state) => ({ value: state, label: t(`spaces.states.${state}`) })),
      ]}
      onChange={(event) => set({ state: event.currentTarget.value })}
    />
  )
}
