import type { Limits } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { bytesText } from '../../platform/format.ts'

export const limitNames = ['spaces', 'members', 'storage', 'file', 'voice', 'history'] as const
type LimitName = (typeof limitNames)[number]

/** Limits of a plan in words. */
export function useLimitText() {
  const { t, i18n } = useTranslation('admin')

  /** An amount in the limit's unit: boards, people, bytes, minutes or days. */
  const getAmount = (name: LimitName, amount: number): string => {
    if (amount < 0) return t('limits.unlimited')
    switch (name) {
      case 'storage':
      case 'file':
        return bytesText(amount, i18n.language)
      case 'voice':
        return t('limits.minutes', { count: Math.round(amount / 60) })
      case 'history':
        return t('limits.days', { count: amount })
      case 'spaces':
      case 'members':
        return amount.toLocaleString(i18n.language)
    }
  }

  /** With what is used of it; a file's size is not used up. */
  const getUse = (limits: Limits, name: LimitName): string => {
    const { limit, used } = limits[name]
    const most = getAmount(name, limit)
    if (name === 'file') return most
    if (limit < 0) return `${getAmount(name, used)} · ${most}`
    return t('limits.used', { used: getAmount(name, used), limit: most })
  }
  return { getAmount, getUse }
}
