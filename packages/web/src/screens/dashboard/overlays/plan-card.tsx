import { basePath } from '@tavla/contract'
import { Anchor, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LimitText, OffersButton, PlanNote } from '../../../features/billing/index.ts'
import type { useLimits } from '../../../features/billing/index.ts'
import { longDate } from '../../../platform/format.ts'
import { PopoverOverlay } from '../../../ui/overlays/loaded/popover-overlay.tsx'
import { useOverlay } from '../../../ui/overlays/overlay-context.ts'
import type { PlanTime } from '../plan-time.ts'

interface PlanCardProps {
  plan: string
  /** The plan in the user's language. */
  name: string
  time: PlanTime | null
  limits: NonNullable<ReturnType<typeof useLimits>['data']>
}

/** The person's plan with its limits. */
export function PlanCard({ plan, name, time, limits }: PlanCardProps) {
  const { t } = useTranslation('dashboard')
  const { onChange } = useOverlay()
  return (
    <PopoverOverlay position="bottom-end" width={288}>
      <Stack gap="xs">
        <Text size="sm" fw={500}>
          {t('plan.of', { name })}
        </Text>
        {time && <PlanTimeText time={time} />}
        <LimitText name="spaces" limit={limits.spaces} plain />
        {/* A paid plan counts the seats that were bought, which the settings show. */}
        {plan === 'free' && <LimitText name="members" limit={limits.members} plain />}
        <LimitText name="storage" limit={limits.storage} plain />
        <LimitText name="voice" limit={limits.voice} plain />
        <LimitText name="history" limit={limits.history} plain />
        <OffersButton onOpen={() => onChange(false)} />
        {plan !== 'free' && (
          <Anchor size="sm" href={`${basePath}/userinfo#plan`}>
            {t('plan.manage')}
          </Anchor>
        )}
      </Stack>
    </PopoverOverlay>
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
