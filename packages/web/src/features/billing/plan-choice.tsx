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

/** A plan's limits in sentences; -1 is unlimited. */
export function getPlanLines(
  limits: Pick<Limits, 'spaces' | 'members' | 'storage' | 'file' | 'voice' | 'history'>,
  t: TFunction<'billing'>,
  language: string,
): string[] {
  const count = ({ limit }: { limit: number }, one: 'spaces' | 'voice' | 'history', value: number) =>
    limit < 0 ? t(`gives.${one}.unlimited`) : t(`gives.${one}.limited`, { count: value })
  return [
    count(limits.spaces, 'spaces', limits.spaces.limit),
    t('gives.members', { count: limits.members.limit }),
    t('gives.storage', {
      storage: bytesText(limits.storage.limit, language),
      file: bytesText(limits.file.limit, language),
    }),
    count(limits.voice, 'voice', Math.round(limits.voice.limit / 60)),
    count(limits.history, 'history', limits.history.limit),
  ]
}

const at = (limit: number) => ({ limit, used: 0 })
const free = planLimits.free

/** What the free plan gives, for comparison. */
export const freeLimits = {
  spaces: at(free.spaces),
  members: at(free.members),
  storage: at(free.storageBytes),
  file: at(free.fileBytes),
  voice: at(free.voiceSecondsPerMonth),
  history: at(free.historyDays),
}

/** Month or year; the year is what is chosen at first. */
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
  least: number
  seats: number
  used: number
  onChange(seats: number): void
}

/** Seats are bought explicitly: nobody's joining adds one. */
export function SeatsField({ product, least, seats, used, onChange }: SeatsFieldProps) {
  const { t } = useTranslation('billing')
  const { max } = product.seats
  const min = Math.min(least, max)
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
      <div className={classes.planTop}>
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
      <div className={classes.planAct}>{children}</div>
    </section>
  )
}

/** What a product costs for one seat, said for a month. */
export function getSeatPrice({ price, num, currency }: Product, language: string): string {
  return moneyText(Math.round(price / num), currency, language)
}
