import { Button } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { codes } from '@tavla/contract'
import type { GivenRole, Refusal } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { Link } from '../../platform/navigation/link.tsx'
import { useLogout } from '../../features/account/index.ts'
import { RefusalFacts } from '../../platform/network/refusal-facts.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { invites, session } from '../../state/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

type RefusalReason =
  | 'ended'
  | 'expired'
  | 'used_up'
  | 'revoked'
  | 'forbidden'
  | 'address'
  | 'domain'
  | 'removed'
  | 'guest'
  | 'full'

export function getReason({ code, data }: Refusal): RefusalReason {
  if (code === codes.guest_not_allowed.code) return 'guest'
  if (code === codes.limit_reached.code) return 'full'
  const { reason } = RefusalFacts.parse(data)
  if (code !== codes.forbidden.code)
    return reason === 'expired' || reason === 'used_up' || reason === 'revoked' ? reason : 'ended'
  return reason === 'address' || reason === 'domain' || reason === 'removed' ? reason : 'forbidden'
}

interface InviteRefusedProps {
  reason: RefusalReason
  wid: string
  /** Role that the invite offered. */
  role?: GivenRole
  /** Tries to accept the invite again. */
  onRetry?: () => void
}

/** Links that no longer work; only a member can replace them. */
const endedReasons: readonly RefusalReason[] = ['ended', 'expired', 'used_up', 'revoked']

const getRequestQuery = (
  wid: string,
  reason: RefusalReason,
  role?: GivenRole,
): Readonly<Record<string, string>> => ({
  w: wid,
  ...(role ? { role } : {}),
  ...(reason === 'full' ? { seat: '1' } : {}),
})

/** Says why an invite was refused and offers the next step. */
export function InviteRefused({ reason, wid, role, onRetry }: InviteRefusedProps) {
  const { t } = useTranslation('invite')
  const user = useSignal(session.userInfo)
  const logout = useLogout()
  const canRequestAccess = user !== null && reason !== 'guest' && wid !== ''
  return (
    <EmptyState
      role="alert"
      order={1}
      icon={<IconLinkOff size={28} stroke={1.5} />}
      title={t(`refused.${reason}.title`)}
      text={t(`refused.${reason}.text`)}
    >
      {canRequestAccess && (
        <Button
          variant={endedReasons.includes(reason) ? 'default' : 'filled'}
          component={Link}
          to={`/request-access?${new URLSearchParams(getRequestQuery(wid, reason, role)).toString()}`}
        >
          {t(reason === 'full' ? 'refused.full.ask' : 'request.act')}
        </Button>
      )}
      {reason === 'full' && onRetry && (
        <Button variant="default" onClick={onRetry}>
          {t('common:act.tryAgain')}
        </Button>
      )}
      {reason === 'guest' && (
        <Button component={Link} to="/userinfo#upgrade">
          {t('common:account.upgrade')}
        </Button>
      )}
      {reason === 'domain' && user?.emailVerified === false && (
        <Button component={Link} to="/userinfo#email">
          {t('refused.domain.confirm')}
        </Button>
      )}
      {(reason === 'address' || reason === 'domain') && user && (
        <Button variant="default" onClick={logout.logOut}>
          {t('switch')}
        </Button>
      )}
      {/* Forgets the stored invite, as the dashboard would lead back to it; the link itself still works. */}
      <Button variant="default" component={Link} to="/dashboard" onClick={() => invites.remove(wid)}>
        {t('common:act.toDashboard')}
      </Button>
      {logout.dialog}
    </EmptyState>
  )
}
