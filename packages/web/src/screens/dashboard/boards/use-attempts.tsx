import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Attempt } from '../../../features/spaces/index.ts'
import { failureHere } from '../../../platform/failure.ts'
import classes from '../dashboard.module.css'

interface Failed {
  readonly words: string
  again(): void
}

/** What a menu began may fail after the menu is gone, so the page says it, with a way to try again. */
export function useAttempts(): { readonly failure: ReactNode; readonly attempt: Attempt } {
  const { t } = useTranslation()
  const [failed, setFailed] = useState<Failed | null>(null)
  const attempt = useCallback<Attempt>(function attempt(act) {
    setFailed(null)
    act().catch((error: unknown) => {
      const words = failureHere(error)
      if (words !== null) setFailed({ words, again: () => attempt(act) })
    })
  }, [])
  const failure = failed && (
    <div className={classes.stale} role="alert">
      <IconAlertCircle size={18} stroke={1.5} aria-hidden />
      <span>{failed.words}</span>
      <Button variant="subtle" size="compact-sm" onClick={failed.again}>
        {t('act.tryAgain')}
      </Button>
    </div>
  )
  return { failure, attempt }
}
