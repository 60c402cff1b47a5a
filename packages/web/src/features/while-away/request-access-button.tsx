import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/network/api.ts'
import { getLocalFailureText } from '../../platform/failure.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useBoard } from '../board-panels/index.ts'
import classes from './missed-changes-panel.module.css'

/** Requests the role that the refused work needs from the board's admins; the work is kept until then. */
export function RequestAccessButton() {
  const { t } = useTranslation('board')
  const { space } = useBoard()
  const request = useMutation({
    mutationFn: () => api.space.requestAccess({ body: { wid: space.wid, note: '', role: 'editor' } }),
  })
  if (request.isSuccess)
    return (
      <p className={classes.quiet} role="status">
        {t('away.asked')}
      </p>
    )
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={request.isPending}
        onClick={() => request.mutate()}
      >
        {t('away.act.ask')}
      </Button>
      {request.error && <FailureNote text={getLocalFailureText(request.error)} />}
    </>
  )
}
