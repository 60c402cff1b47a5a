import { Popover, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../features/account/index.ts'
import { getFill, LimitText, OffersButton, useLimits } from '../../features/billing/index.ts'
import { longDate } from '../../platform/format.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { session } from '../../state/index.ts'
import classes from './plan-badge.module.css'

const daySeconds = 24 * 60 * 60

/** My plan, how much of it is used, and how long it goes on. */
export function PlanBadge() {
  const { t, i18n } = useTranslation('dashboard')
  const plan = useSignal(session.sub_type)
  const guest = useSignal(session.userInfo)?.kind === 'guest'
  const remainTime = useSignal(session.remainTime)
  const expireTime = useSignal(session.expireTime)
  const { data: limits } = useLimits()
  const { data: config } = useConfig()
  const [opened, setOpened] = useState(false)
  // A server without limits has no plans either.
  if (plan === null || !limits || config?.limits !== 'plans') return null
  const { spaces } = limits
  const days = remainTime === null ? null : Math.max(0, Math.ceil(remainTime / daySeconds))
  const name = guest ? t('common:account.guest') : t(`plan.${plan}`)
  const left = days === null ? null : t('plan.days', { count: days })
  const used = spaces.limit < 0 ? null : t('plan.spaces', spaces)
  return (
    <Popover position="bottom-end" width={288} opened={opened} onChange={setOpened}>
      <Popover.Target>
        <UnstyledButton
          className={classes.badge ?? ''}
          data-fill={getFill(spaces) ?? undefined}
          onClick={() => setOpened(!opened)}
        >
          <VisuallyHidden>{t('plan.yours')}</VisuallyHidden>
          <span className={classes.name}>{name}</span>
          {(left ?? used) !== null && <span className={classes.numbers}>{left ?? used}</span>}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Text size="sm" fw={500}>
            {t('plan.of', { name })}
          </Text>
          {expireTime !== null && left !== null && (
            <Text size="sm" c="dimmed">
              {t('plan.until', { date: longDate(expireTime, i18n.language), left })}
            </Text>
          )}
          <LimitText of="spaces" limit={spaces} plain />
          <LimitText of="members" limit={limits.members} plain />
          <LimitText of="storage" limit={limits.storage} plain />
          <OffersButton onOpen={() => setOpened(false)} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
