import { Button } from '@mantine/core'
import { IconDoorEnter } from '@tabler/icons-react'
import { compareRoles } from '@tavla/contract'
import type { GivenRole, Space } from '@tavla/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../../platform/network/api.ts'
import { callQuery } from '../../platform/network/call-query.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { invites, session } from '../../state/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Am I in the space already? Anyone who is not signed in, and a stranger, are not; a failed question hinders nobody. */
export function useMembership(wid: string): { readonly space: Space | null; readonly isAsking: boolean } {
  const isLogin = useSignal(session.isLogin)
  const enabled = isLogin && wid !== ''
  const { data, isPending } = useQuery({
    ...callQuery(api.space.info, { query: { wid } }, { quiet: true }),
    enabled,
    retry: false,
  })
  return { space: (enabled && data) || null, isAsking: enabled && isPending }
}

/** An invitation changes nothing for anyone who is in already; what it would give is said. */
export function AlreadyIn({ space, role }: { space: Space; role: GivenRole | null }) {
  const { t } = useTranslation('invite')
  const { wid, name } = space
  useEffect(() => invites.answered(wid), [wid])
  const gives = role === null ? 0 : compareRoles(role, space.role)
  const which = role === null ? 'over' : gives > 0 ? 'higher' : gives < 0 ? 'lower' : 'same'
  const words = {
    own: t(`members:roles.${space.role}.as`),
    link: role === null ? '' : t(`members:roles.${role}.as`),
  }
  return (
    <EmptyState
      role="status"
      order={1}
      icon={<IconDoorEnter size={28} stroke={1.5} />}
      title={t('already.title', { name })}
      text={t(`already.${which}`, words)}
    >
      <Button component={Link} to={`/whiteboard?w=${encodeURIComponent(wid)}`} replace autoFocus>
        {t('accept')}
      </Button>
      {gives > 0 && role !== null && (
        <Button
          component={Link}
          variant="default"
          to={`/request-access?w=${encodeURIComponent(wid)}&role=${role}`}
        >
          {t('already.ask')}
        </Button>
      )}
    </EmptyState>
  )
}
