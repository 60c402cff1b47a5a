import type { Limit } from '@tavla/contract'
import { IconGauge } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { bytesText } from '../../platform/format.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { session } from '../../state/index.ts'
import { getFill } from './fill.ts'
import classes from './plan-line.module.css'
import { OffersButton } from './offers-button.tsx'
import { useLimits } from './queries.ts'

/** What a plan counts and people can run out of. */
export type Counted = 'spaces' | 'members' | 'storage' | 'voice'

interface PlanLineProps {
  of: Counted
  /** Of the plan of this space's owner; without it of one's own. */
  wid?: string
  /** Is that I, who can do something about it? */
  isOwner?: boolean
  /** `always` also says how much room there is; `near` speaks up from 80 % on. */
  from?: 'always' | 'near'
}

/** What is used of a plan's limit, before one runs into it; and at the limit why, and what makes room. */
export function PlanLine({ of, wid, isOwner = false, from = 'always' }: PlanLineProps) {
  const { data } = useLimits(wid ?? null)
  const limit = data?.[of]
  if (!limit) return null
  return <LimitText of={of} limit={limit} from={from} ofSpace={wid !== undefined} isOwner={isOwner} />
}

/** Something else about the plan that stands among its limits. */
export function PlanFact({ children }: { children: React.ReactNode }) {
  return <p className={classes.line}>{children}</p>
}

interface LimitTextProps {
  of: Counted
  limit: Limit
  from?: 'always' | 'near'
  /** Of a space, whose owner's plan it is; else of one's own. */
  ofSpace?: boolean
  isOwner?: boolean
  /** Without a way onward: it stands beside one. */
  plain?: boolean
}

/** The same for numbers that are here already. */
export function LimitText({
  of,
  limit,
  from = 'always',
  ofSpace = false,
  isOwner = false,
  plain = false,
}: LimitTextProps) {
  const { t, i18n } = useTranslation()
  const guest = useSignal(session.userInfo)?.kind === 'guest'
  const fill = getFill(limit)
  if (fill === null || (fill === 'roomy' && from === 'near')) return null
  const say = (amount: number) =>
    of === 'storage'
      ? bytesText(amount, i18n.language)
      : (of === 'voice' ? Math.floor(amount / 60) : amount).toLocaleString(i18n.language)
  const own = of === 'storage' && !ofSpace
  const numbers = { used: say(limit.used), limit: say(limit.limit) }
  return (
    <p className={classes.line} data-fill={fill} data-testid={`limit-${of}`}>
      {fill !== 'roomy' && <IconGauge size={18} stroke={1.5} aria-hidden />}
      <span>
        {t(
          guest && of === 'spaces'
            ? 'limits.guest'
            : own
              ? `limits.ownStorage.${fill}`
              : `limits.${of}.${fill}`,
          numbers,
        )}
        {!plain && fill !== 'roomy' && (!ofSpace || isOwner) && (
          <span className={classes.onward}>
            <OffersButton />
          </span>
        )}
      </span>
    </p>
  )
}
