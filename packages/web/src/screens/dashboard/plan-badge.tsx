import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../features/account/index.ts'
import { getLimitLevel, useLimits } from '../../features/billing/index.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { session } from '../../state/index.ts'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import { planCard } from './overlays/lazy-dashboard-overlays.ts'
import classes from './plan-badge.module.css'
import { getPlanTime } from './plan-time.ts'

/** The person's plan, its usage, and when it renews or ends. */
export function PlanBadge() {
  const { t } = useTranslation('dashboard')
  const plan = useSignal(session.sub_type)
  const guest = useSignal(session.userInfo)?.kind === 'guest'
  const remainTime = useSignal(session.remainTime)
  const expireTime = useSignal(session.expireTime)
  const userStatus = useSignal(session.userStatus)
  const autoRenew = useSignal(session.autoRenew)
  const { data: limits } = useLimits()
  const { data: config } = useConfig()
  // A server without limits has no plans.
  if (plan === null || !limits || config?.limits !== 'plans') return null
  const { spaces } = limits
  const time = getPlanTime({ sub_type: plan, userStatus, autoRenew, expireTime, remainTime })
  const name = guest ? t('common:account.guest') : t(`plan.${plan}`)
  const usage = spaces.limit < 0 ? null : t('plan.spaces', spaces)
  const summary =
    time?.kind === 'overdue'
      ? t('plan.overdue')
      : time?.kind === 'ends'
        ? t('plan.days', { count: time.days })
        : usage
  return (
    <LazyOverlay
      type="dialog"
      code={planCard}
      render={(PlanCard) => <PlanCard plan={plan} name={name} time={time} limits={limits} />}
    >
      <UnstyledButton className={classes.badge ?? ''} data-level={getLimitLevel(spaces) ?? undefined}>
        <VisuallyHidden>{t('plan.yours')}</VisuallyHidden>
        <span className={classes.name}>{name}</span>
        {summary !== null && <span className={classes.numbers}>{summary}</span>}
      </UnstyledButton>
    </LazyOverlay>
  )
}
