import { Button, Text } from '@mantine/core'
import { isAtLeast } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../platform/dom/clock.ts'
import { getLocalFailureText } from '../../platform/failure.ts'
import { longDate } from '../../platform/format.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { session } from '../../state/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import classes from './members.module.css'
import { useClaimOwnership, useOwner } from './queries.ts'
import { useMembersContext } from './members-context.ts'

/** The server decides by the owner's last sign-in. The page knows only their last visit to this board, which can be earlier. */
const inactiveMs = 60 * 24 * 60 * 60_000

/** Lets an editor claim ownership of a space whose owner has been away for long. */
export function ClaimOwnership() {
  const { t, i18n } = useTranslation('members')
  const { wid, myRole, spaceName } = useMembersContext()
  const kind = useSignal(session.userInfo)?.kind
  const canClaim = myRole !== 'owner' && isAtLeast(myRole, 'editor') && kind === 'full'
  const { data: owner } = useOwner(wid, canClaim)
  const [isOpen, setIsOpen] = useState(false)
  const claim = useClaimOwnership(wid)
  const lastSeen = owner?.lastActiveAt ?? owner?.joinedAt ?? null
  if (!canClaim || !owner || owner.online || lastSeen === null) return null
  if (clock.now() - Date.parse(lastSeen) < inactiveMs) return null
  if (claim.data)
    return (
      <Text size="sm" role="status" className={classes.notice ?? ''}>
        {t('claim.waiting', { date: longDate(claim.data.at, i18n.language) })}
      </Text>
    )
  return (
    <div className={classes.notice}>
      <Text size="sm">{t('claim.text', { name: owner.name, date: longDate(lastSeen, i18n.language) })}</Text>
      <Button size="compact-sm" variant="light" onClick={() => setIsOpen(true)}>
        {t('claim.act')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={t('claim.title', { space: spaceName })}
        confirm={t('claim.act')}
        cancel={t('common:act.cancel')}
        closeLabel={t('common:act.close')}
        busy={claim.isPending}
        failure={claim.error && getLocalFailureText(claim.error)}
        onClose={() => setIsOpen(false)}
        onConfirm={() => claim.mutate(undefined)}
      >
        <Text>{t('claim.how', { name: owner.name })}</Text>
      </ConfirmDialog>
    </div>
  )
}
