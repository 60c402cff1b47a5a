import { Button, CloseButton } from '@mantine/core'
import { IconEye, IconUserEdit } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/network/api.ts'
import { getLocalFailureText } from '../../../platform/failure.ts'
import { toasts } from '../../../platform/toast.ts'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { useMyAccessRequest, useStoreAccessRequest } from '../../members/index.ts'
import { useAllowsSuggestions } from '../allow-suggestions.ts'
import { useBoard } from '../board-context.ts'
import { useClosedBanner } from '../../account/index.ts'
import classes from '../../../ui/banner.module.css'

/** Says what a limited role can do and offers to ask for more; the board updates once that is granted. */
export function ViewOnly() {
  const { t } = useTranslation('board')
  const { board, replica, room } = useBoard()
  const allows = useAllowsSuggestions(replica.document)
  const boardAbility = useSignal(board.state.ability)
  // Limited by a presenter: another message says so, and an admin could not grant it.
  const ability = useSignal(room.role) ?? boardAbility
  const [closed, close] = useClosedBanner('contributor')
  const isContributor = ability === 'contributor'
  if (ability !== 'viewer' && ability !== 'commenter' && !isContributor) return null
  if (isContributor && closed) return null
  const Icon = isContributor ? IconUserEdit : IconEye
  return (
    <div className={classes.banner} data-testid="view-only">
      <Icon size={18} stroke={1.5} aria-hidden />
      <span>{t(`viewOnly.${ability === 'commenter' && !allows ? 'viewer' : ability}`)}</span>
      <RequestAccess />
      {isContributor && (
        <CloseButton
          className={classes.close ?? ''}
          size="sm"
          aria-label={t('common:act.close')}
          onClick={close}
        />
      )}
    </div>
  )
}

function RequestAccess() {
  const { t } = useTranslation('board')
  const { space } = useBoard()
  const { data: request } = useMyAccessRequest(space.wid, { quiet: true })
  const store = useStoreAccessRequest(space.wid)
  const requestAccess = useMutation({
    mutationFn: () => api.space.requestAccess({ body: { wid: space.wid, note: '', role: 'editor' } }),
    onSuccess: store,
    onError(error) {
      const text = getLocalFailureText(error)
      if (text !== null) toasts.note(text)
    },
  })
  if (request?.state === 'waiting')
    return (
      <span className={classes.done} role="status">
        {t('viewOnly.asked')}
      </span>
    )
  return (
    <Button
      size="compact-sm"
      variant="light"
      loading={requestAccess.isPending}
      onClick={() => requestAccess.mutate()}
    >
      {t('viewOnly.ask')}
    </Button>
  )
}
