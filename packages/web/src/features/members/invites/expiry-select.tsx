import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { clock } from '../../../platform/dom/clock.ts'
import { longDate } from '../../../platform/format.ts'

const dayMs = 24 * 60 * 60_000
const dayOptions = [1, 7, 30] as const

interface ExpirySelectProps {
  /** ISO time; null for never. */
  value: string | null
  onChange(expiresAt: string | null): void
}

/** Expiry of a link. A date that is already set is listed as well. */
export function ExpirySelect({ value, onChange }: ExpirySelectProps) {
  const { t, i18n } = useTranslation('members')
  const data = [
    { value: 'never', label: t('link.never') },
    ...(value === null ? [] : [{ value: 'set', label: longDate(value, i18n.language) }]),
    ...dayOptions.map((days) => ({ value: String(days), label: t('link.days', { count: days }) })),
  ]
  return (
    <Select
      label={t('link.expires')}
      data={data}
      value={value === null ? 'never' : 'set'}
      onChange={(chosen) => {
        if (chosen === 'never') onChange(null)
        else if (chosen !== 'set' && chosen !== null)
          onChange(new Date(clock.now() + Number(chosen) * dayMs).toISOString())
      }}
    />
  )
}
