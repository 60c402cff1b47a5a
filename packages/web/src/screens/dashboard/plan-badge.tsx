import { basePath } from '@tavla/contract'
import { Anchor, Popover, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../features/account/index.ts'
import { getLimitLevel, LimitText, OffersButton, PlanNote, useLimits } from '../../features/billing/index.ts'
import { longDate } from '../../platform/format.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { session } from '../../state/index.ts'
import classes from './plan-badge.module.css'
import { getPlanTime, type PlanTime } from './plan-time.ts'

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
  const [opened, setOpened] = useState(false)
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
    <Popover position="bottom-end" width={288} opened={opened} onChange={setOpened}>
      <Popover.Target>
        <UnstyledButton
          className={classes.badge ?? ''}
          data-level={getLimitLevel(spaces) ?? undefined}
          onClick={() => setOpened(!opened)}
        >
          <VisuallyHidden>{t('plan.yours')}</VisuallyHidden>
          <span className={classes.name}>{name}</span>
          {summary !== null && <span className={classes.numbers}>{summary}</span>}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Text size="sm" fw={500}>
            {t('plan.of', { name })}
          </Text>
          {time && <PlanTimeText time={time} />}
          <LimitText name="spaces" limit={spaces} plain />
          {/* A paid plan counts the seats that were bought, which the settings show. */}
          {plan === 'free' && <LimitText name="members" limit={limits.members} plain />}
          <LimitText name="storage" limit={limits.storage} plain />
          <LimitText name="voice" limit={limits.voice} plain />
          <LimitText name="history" limit={limits.history} plain />
          <OffersButton onOpen={() => setOpened(false)} />
          {plan !== 'free' && (
            <Anchor size="sm" href={`${basePath}/userinfo#plan`}>
              {t('plan.manage')}
            </Anchor>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function PlanTimeText({ time }: { time: PlanTime }) {
  const { t, i18n } = useTranslation('dashboard')
  const date = time.kind === 'overdue' ? '' : longDate(time.at, i18n.language)
  return (
    <PlanNote>
      {time.kind === 'overdue'
        ? t('plan.overdueHelp')
        : time.kind === 'renews'
          ? t('plan.renews', { date })
          : t('plan.until', { date, left: t('plan.days', { count: time.days }) })}
    </PlanNote>
  )
}
