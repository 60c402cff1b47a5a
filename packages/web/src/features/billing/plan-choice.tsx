import { Badge, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core'
import type { Limits, Product } from '@tavla/contract'
import { planLimits } from '@tavla/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { bytesText } from '../../platform/format.ts'
import { payment } from '../../state/index.ts'
import classes from './billing.module.css'
import { moneyText } from './money.ts'

/** One line of text per limit of a plan; -1 is unlimited. */
export function getPlanLines(
  limits: Pick<Limits, 'spaces' | 'members' | 'storage' | 'file' | 'voice' | 'history'>,
  t: TFunction<'billing'>,
  language: string,
): string[] {
  const formatLimit = ({ limit }: { limit: number }, one: 'spaces' | 'voice' | 'history', value: number) =>
    limit < 0 ? t(`gives.${one}.unlimited`) : t(`gives.${one}.limited`, { count: value })
  return [
    formatLimit(limits.spaces, 'spaces', limits.spaces.limit),
    t('gives.members', { count: limits.members.limit }),
    t('gives.storage', {
      storage: bytesText(limits.storage.limit, language),
      file: bytesText(limits.file.limit, language),
    }),
    formatLimit(limits.voice, 'voice', Math.round(limits.voice.limit / 60)),
    formatLimit(limits.history, 'history', limits.history.limit),
  ]
}

const unused = (limit: number) => ({ limit, used: 0 })
const free = planLimits.free

/** Limits of the free plan, for comparison. */
export const freeLimits = {
  spaces: unused(free.spaces),
  members: unused(free.members),
  storage: unused(free.storageBytes),
  file: unused(free.fileBytes),
  voice: unused(free.voiceSecondsPerMonth),
  history: unused(free.historyDays),
}

/** Monthly or yearly billing; yearly is the default. */
export function PeriodChoice() {
  const { t } = useTranslation('billing')
  const curType = useSignal(payment.curType)
  return (
    <SegmentedControl
      aria-label={t('period.label')}
      value={String(curType)}
      onChange={(months) => payment.choose(Number(months))}
      data={[
        { value: '1', label: t('period.month') },
        { value: '12', label: t('period.year') },
      ]}
    />
  )
}

interface SeatsFieldProps {
  product: Product
  minSeats: number
  seats: number
  used: number
  onChange(seats: number): void
}

/** Seats are only bought explicitly; a new member never adds one. */
export function SeatsField({ product, minSeats, seats, used, onChange }: SeatsFieldProps) {
  const { t } = useTranslation('billing')
  const { max } = product.seats
  const min = Math.min(minSeats, max)
  return (
    <NumberInput
      label={t('seats.label')}
      description={used > seats ? t('seats.tooFew', { count: used }) : t('seats.help', { count: used })}
      min={min}
      max={max}
      allowDecimal={false}
      clampBehavior="strict"
      value={seats}
      onChange={(value) => onChange(Math.min(max, Math.max(min, Number(value) || min)))}
    />
  )
}

interface PlanCardProps {
  name: string
  price: string
  per: string
  lines: readonly string[]
  current: boolean
  children?: React.ReactNode
}

export function PlanCard({ name, price, per, lines, current, children }: PlanCardProps) {
  const { t } = useTranslation('billing')
  return (
    <section className={classes.plan} aria-label={name}>
      <div className={classes.planHeader}>
        <Text fw={600}>{name}</Text>
        {current && (
          <Badge variant="light" tt="none">
            {t('offer.current')}
          </Badge>
        )}
      </div>
      <div>
        <Text size="xl" fw={600}>
          {price}
        </Text>
        <Text size="sm" c="dimmed">
          {per}
        </Text>
      </div>
      <Stack gap={4} component="ul" className={classes.lines ?? ''}>
        {lines.map((line) => (
          <Text key={line} component="li" size="sm">
            {line}
          </Text>
        ))}
      </Stack>
      <div className={classes.planAction}>{children}</div>
    </section>
  )
}

/** Price per seat and month. */
export function getSeatPrice({ price, num, currency }: Product, language: string): string {
  return moneyText(Math.round(price / num), currency, language)
}
