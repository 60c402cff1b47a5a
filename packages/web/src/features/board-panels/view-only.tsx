import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { failureHere } from '../../platform/failure.ts'
import { toasts } from '../../platform/toast.ts'
import { useSignal } from '../../platform/use-signal.ts'
import { useBoard } from './board-context.ts'
import classes from './banner.module.css'

/** Says that one may look only, and asks for more on a click. */
export function ViewOnly() {
  const { t } = useTranslation('board')
  const { board, space } = useBoard()
  const ability = useSignal(board.state.ability)
  const ask = useMutation({
    mutationFn: () => api.space.requestAccess({ body: { wid: space.wid, note: '', role: 'editor' } }),
    onError(error) {
      const words = failureHere(error)
      if (words !== null) toasts.note(words)
    },
  })
  if (ability !== 'viewer' && ability !== 'commenter') return null
  return (
    <div className={classes.banner} data-testid="view-only">
      <IconEye size={18} stroke={1.5} aria-hidden />
      <span>{t(`viewOnly.${ability}`)}</span>
      {ask.isSuccess ? (
        <span className={classes.done} role="status">
          {t('viewOnly.asked')}
        </span>
      ) : (
        <Button size="compact-sm" variant="light" loading={ask.isPending} onClick={() => ask.mutate()}>
          {t('viewOnly.ask')}
        </Button>
      )}
    </div>
  )
}
