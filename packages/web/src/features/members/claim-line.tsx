import { Button, Text } from '@mantine/core'
import { isAtLeast } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../platform/dom/clock.ts'
import { failureHere } from '../../platform/failure.ts'
import { longDate } from '../../platform/format.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { session } from '../../state/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import classes from './members.module.css'
import { useClaim, useOwner } from './queries.ts'
import { useTable } from './table.ts'

/** The server decides by the last sign-in; this page sees only the last visit here, and offers no earlier than this. */
const awayMs = 60 * 24 * 60 * 60_000

/** Where the owner has not been for long: the way for the space to get another one. */
export function ClaimLine() {
  const { t, i18n } = useTranslation('members')
  const { wid, own, space } = useTable()
  const kind = useSignal(session.userInfo)?.kind
  const canClaim = own !== 'owner' && isAtLeast(own, 'editor') && kind === 'full'
  const { data: owner } = useOwner(wid, canClaim)
  const [asking, setAsking] = useState(false)
  const claim = useClaim(wid)
  const seen = owner?.lastActiveAt ?? owner?.joinedAt ?? null
  if (!canClaim || !owner || owner.online || seen === null) return null
  if (clock.now() - Date.parse(seen) < awayMs) return null
  if (claim.data)
    return (
      <Text size="sm" role="status" className={classes.notice ?? ''}>
        {t('claim.waiting', { date: longDate(claim.data.at, i18n.language) })}
      </Text>
    )
  return (
    <div className={classes.notice}>
      <Text size="sm">{t('claim.text', { name: owner.name, date: longDate(seen, i18n.language) })}</Text>
      <Button size="compact-sm" variant="light" onClick={() => setAsking(true)}>
        {t('claim.act')}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('claim.title', { space })}
        confirm={t('claim.act')}
        cancel={t('common:act.cancel')}
        closeLabel={t('common:act.close')}
        busy={claim.isPending}
        failure={claim.error && failureHere(claim.error)}
        onClose={() => setAsking(false)}
        onConfirm={() => claim.mutate(undefined)}
      >
        <Text>{t('claim.how', { name: owner.name })}</Text>
      </ConfirmDialog>
    </div>
  )
}
