import { Button, NumberInput, Switch, TextInput } from '@mantine/core'
import { calls } from '@tavla/contract'
import type { InviteLink } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExpirySelect } from './expiry-select.tsx'
import classes from '../members.module.css'
import type { LinkChange } from '../queries.ts'

interface LinkLimitsProps {
  link: InviteLink
  busy: boolean
  onChange(change: Omit<LinkChange, 'token'>): void
}

const limits = calls.space.changeInviteLink.body.pick({ domain: true, maxUses: true })

/** Expiry, maximum uses, domain and guest access of a link. Text fields are saved on blur or Enter. */
export function LinkLimits({ link, busy, onChange }: LinkLimitsProps) {
  const { t } = useTranslation('members')
  return (
    <div className={classes.limits}>
      <ExpirySelect value={link.expiresAt} onChange={(expiresAt) => onChange({ expiresAt })} />
      <MaxUsesField key={`uses-${link.maxUses}`} link={link} onChange={onChange} />
      <DomainField key={`domain-${link.domain}`} link={link} onChange={onChange} />
      <Switch
        label={t('link.guests')}
        checked={link.guests}
        disabled={busy}
        onChange={(event) => onChange({ guests: event.currentTarget.checked })}
        mb={8}
      />
    </div>
  )
}

function MaxUsesField({ link, onChange }: Omit<LinkLimitsProps, 'busy'>) {
  const { t } = useTranslation('members')
  const [input, setInput] = useState<number | string>(link.maxUses ?? '')
  const commit = () => {
    const maxUses = input === '' ? null : Number(input)
    if (maxUses !== link.maxUses && limits.safeParse({ maxUses }).success) onChange({ maxUses })
  }
  return (
    <NumberInput
      label={t('link.maxUses')}
      placeholder={t('link.noLimit')}
      min={1}
      max={1_000_000}
      allowDecimal={false}
      hideControls
      value={input}
      onChange={setInput}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}

function DomainField({ link, onChange }: Omit<LinkLimitsProps, 'busy'>) {
  const { t } = useTranslation('members')
  const [input, setInput] = useState(link.domain ?? '')
  const domain = input.trim().replace(/^@/, '') || null
  const isInvalid = !limits.safeParse({ domain }).success
  const [isTouched, setIsTouched] = useState(false)
  const commit = () => {
    setIsTouched(true)
    if (!isInvalid && domain !== link.domain) onChange({ domain })
  }
  return (
    <TextInput
      label={t('link.domain')}
      placeholder={t('link.anyDomain')}
      value={input}
      error={isTouched && isInvalid && t('link.domainWrong')}
      onChange={(event) => setInput(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}

/** Says that a link has expired or is used up, and offers to renew it. */
export function ExpiredLinkAlert({ link, now, onRenew }: { link: InviteLink; now: number; onRenew(): void }) {
  const { t } = useTranslation('members')
  const isExpired = link.expiresAt !== null && Date.parse(link.expiresAt) <= now
  const isUsedUp = link.maxUses !== null && link.uses >= link.maxUses
  if (!isExpired && !isUsedUp) return null
  return (
    <div className={classes.notice} role="status">
      <span>{t(isExpired ? 'link.expired' : 'link.usedUp')}</span>
      <Button size="compact-sm" variant="light" onClick={onRenew}>
        {t('link.renew')}
      </Button>
    </div>
  )
}
