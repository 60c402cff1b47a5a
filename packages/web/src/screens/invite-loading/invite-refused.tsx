import { Button } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { codes } from '@tavla/contract'
import type { GivenRole, Refusal } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLogout } from '../../features/account/index.ts'
import { RefusalFacts } from '../../platform/network/refusal-facts.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { invites, session } from '../../state/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

type Why =
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

function getReason({ code, data }: Refusal): Why {
  if (code === codes.guest_not_allowed.code) return 'guest'
  if (code === codes.limit_reached.code) return 'full'
  const { reason } = RefusalFacts.parse(data)
  if (code !== codes.forbidden.code)
    return reason === 'expired' || reason === 'used_up' || reason === 'revoked' ? reason : 'ended'
  return reason === 'address' || reason === 'domain' || reason === 'removed' ? reason : 'forbidden'
}

interface InviteRefusedProps {
  error: Refusal
  wid: string
  /** What the invite would have given. */
  role?: GivenRole
  /** Answers once more, where something may have changed meanwhile. */
  onAgain?: () => void
}

/** Links that are over, which only somebody in the space can replace. */
const over: readonly Why[] = ['ended', 'expired', 'used_up', 'revoked']

const getRequest = (wid: string, why: Why, role?: GivenRole): Readonly<Record<string, string>> => ({
  w: wid,
  ...(role ? { role } : {}),
  ...(why === 'full' ? { seat: '1' } : {}),
})

/** Why this invite does not open the board, each reason with its own next step. */
export function InviteRefused({ error, wid, role, onAgain }: InviteRefusedProps) {
  const { t } = useTranslation('invite')
  const isLogin = useSignal(session.isLogin)
  const logout = useLogout()
  const why = getReason(error)
  const canAsk = isLogin && why !== 'guest' && wid !== ''
  return (
    <EmptyState
      role="alert"
      order={1}
      icon={<IconLinkOff size={28} stroke={1.5} />}
      title={t(`refused.${why}.title`)}
      text={t(`refused.${why}.text`)}
    >
      {canAsk && (
        <Button
          variant={over.includes(why) ? 'default' : 'filled'}
          component={Link}
          to={`/request-access?${new URLSearchParams(getRequest(wid, why, role)).toString()}`}
        >
          {t(why === 'full' ? 'refused.full.ask' : 'request.act')}
        </Button>
      )}
      {why === 'full' && onAgain && (
        <Button variant="default" onClick={onAgain}>
          {t('common:act.tryAgain')}
        </Button>
      )}
      {why === 'guest' && (
        <Button component={Link} to="/userinfo#upgrade">
          {t('common:account.upgrade')}
        </Button>
      )}
      {(why === 'address' || why === 'domain') && isLogin && (
        <Button variant="default" onClick={logout.logOut}>
          {t('switch')}
        </Button>
      )}
      {/* An invite that is kept would lead from the boards back to here; its link stays good. */}
      <Button variant="default" component={Link} to="/dashboard" onClick={() => invites.answered(wid)}>
        {t('common:act.toDashboard')}
      </Button>
      {logout.dialog}
    </EmptyState>
  )
}
