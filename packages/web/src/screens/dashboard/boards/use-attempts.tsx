import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RunAttempt } from '../../../features/spaces/index.ts'
import { getLocalFailureText } from '../../../platform/failure.ts'
import classes from '../dashboard.module.css'

interface FailedAttempt {
  readonly text: string
  retry(): void
}

/** Runs actions and shows their failure on the page with a retry button, as their menu can be closed by then. */
export function useAttempts(): { readonly failure: ReactNode; readonly attempt: RunAttempt } {
  const { t } = useTranslation()
  const [failed, setFailed] = useState<FailedAttempt | null>(null)
  const attempt = useCallback<RunAttempt>(function attempt(action) {
    setFailed(null)
    action().catch((error: unknown) => {
      const text = getLocalFailureText(error)
      if (text !== null) setFailed({ text, retry: () => attempt(action) })
    })
  }, [])
  const failure = failed && (
    <div className={classes.stale} role="alert">
      <IconAlertCircle size={18} stroke={1.5} aria-hidden />
      <span>{failed.text}</span>
      <Button variant="subtle" size="compact-sm" onClick={failed.retry}>
        {t('act.tryAgain')}
      </Button>
    </div>
  )
  return { failure, attempt }
}
