import type { Limit } from '@tavla/contract'
import { IconGauge } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { bytesText } from '../../platform/format.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { session } from '../../state/index.ts'
import { getLimitLevel } from './limit-level.ts'
import classes from './limit-line.module.css'
import { OffersButton } from './offers-button.tsx'
import { useLimits } from './queries.ts'

/** Limits with a usage. */
export type UsageLimit = 'spaces' | 'members' | 'storage' | 'voice' | 'history'

interface LimitLineProps {
  name: UsageLimit
  /** Limits of the plan of this space's owner; without it the caller's own plan. */
  wid?: string
  /** Only the owner can upgrade. */
  isOwner?: boolean
  /** `near` shows the line from 80 % on. */
  show?: 'always' | 'near'
}

/** Usage of a limit before it is reached; at the limit also the reason and the upgrade button. */
export function LimitLine({ name, wid, isOwner = false, show = 'always' }: LimitLineProps) {
  const { data } = useLimits(wid ?? null)
  const limit = data?.[name]
  if (!limit) return null
  return <LimitText name={name} limit={limit} show={show} ofSpace={wid !== undefined} isOwner={isOwner} />
}

/** A note about the plan between its limits. */
export function PlanNote({ children }: { children: React.ReactNode }) {
  return <p className={classes.line}>{children}</p>
}

interface LimitTextProps {
  name: UsageLimit
  limit: Limit
  show?: 'always' | 'near'
  /** The limit of a space's owner, else of the caller. */
  ofSpace?: boolean
  isOwner?: boolean
  /** Without the upgrade button, where one is nearby. */
  plain?: boolean
}

/** Like LimitLine, for limits that are loaded already. */
export function LimitText({
  name,
  limit,
  show = 'always',
  ofSpace = false,
  isOwner = false,
  plain = false,
}: LimitTextProps) {
  const { t, i18n } = useTranslation()
  const isGuest = useSignal(session.userInfo)?.kind === 'guest'
  const level = getLimitLevel(limit)
  if (level === null || (level === 'ok' && show === 'near')) return null
  const formatAmount = (amount: number) =>
    name === 'storage'
      ? bytesText(amount, i18n.language)
      : (name === 'voice' ? Math.floor(amount / 60) : amount).toLocaleString(i18n.language)
  // The texts about a board's owner do not fit the caller's own plan.
  const ownName = name === 'storage' ? 'ownStorage' : name === 'members' ? 'ownMembers' : name
  const numbers = { used: formatAmount(limit.used), limit: formatAmount(limit.limit) }
  return (
    <p className={classes.line} data-level={level} data-testid={`limit-${name}`}>
      {level !== 'ok' && <IconGauge size={18} stroke={1.5} aria-hidden />}
      <span>
        {t(
          isGuest && name === 'spaces' ? 'limits.guest' : `limits.${ofSpace ? name : ownName}.${level}`,
          numbers,
        )}
        {!plain && level !== 'ok' && (!ofSpace || isOwner) && (
          <span className={classes.action}>
            <OffersButton />
          </span>
        )}
      </span>
    </p>
  )
}
