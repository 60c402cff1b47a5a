import { Button } from '@mantine/core'
import { IconDoorEnter } from '@tabler/icons-react'
import { compareRoles } from '@tavla/contract'
import type { GivenRole, Space } from '@tavla/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '../../platform/navigation/link.tsx'
import { api } from '../../platform/network/api.ts'
import { callQuery } from '../../platform/network/call-query.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { invites, session } from '../../state/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

/** The space if the person is a member of it. A failed request counts as no membership. */
export function useMembership(wid: string): { readonly space: Space | null; readonly isLoading: boolean } {
  const isLogin = useSignal(session.isLogin)
  const enabled = isLogin && wid !== ''
  const { data, isPending } = useQuery({
    ...callQuery(api.space.info, { query: { wid } }, { quiet: true }),
    enabled,
    retry: false,
  })
  return { space: (enabled && data) || null, isLoading: enabled && isPending }
}

/** Shown to members: an invite does not change their role, and they can request the role it offers. */
export function AlreadyMember({ space, role }: { space: Space; role: GivenRole | null }) {
  const { t } = useTranslation('invite')
  const { wid, name } = space
  useEffect(() => invites.remove(wid), [wid])
  const comparison = role === null ? 0 : compareRoles(role, space.role)
  const textKey = role === null ? 'over' : comparison > 0 ? 'higher' : comparison < 0 ? 'lower' : 'same'
  const roleNames = {
    own: t(`members:roles.${space.role}.as`),
    link: role === null ? '' : t(`members:roles.${role}.as`),
  }
  return (
    <EmptyState
      role="status"
      order={1}
      icon={<IconDoorEnter size={28} stroke={1.5} />}
      title={t('already.title', { name })}
      text={t(`already.${textKey}`, roleNames)}
    >
      <Button component={Link} to={`/whiteboard?w=${encodeURIComponent(wid)}`} replace autoFocus>
        {t('accept')}
      </Button>
      {comparison > 0 && role !== null && (
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
