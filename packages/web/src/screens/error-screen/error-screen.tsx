import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isLoadError } from '../../platform/lazy-part.tsx'
import { browserLocation } from '../../platform/dom/url.ts'
import { useTitle } from '../../platform/dom/use-title.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Logo } from '../../ui/logo.tsx'
import classes from './error-screen.module.css'

/** Shown when a screen could not be loaded or failed to render. */
export function ErrorScreen({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const isMissing = isLoadError(error)
  useTitle(t(isMissing ? 'failures.chunkTitle' : 'failures.crashTitle'))
  const detail = error instanceof Error ? error.message : String(error)
  return (
    <main className={classes.page}>
      <Logo />
      <EmptyState
        role="alert"
        order={1}
        icon={<IconPlugConnectedX size={28} stroke={1.5} />}
        title={t(isMissing ? 'failures.chunkTitle' : 'failures.crashTitle')}
        text={t(isMissing ? 'failures.chunk' : 'failures.crash')}
      >
        <Button onClick={() => browserLocation.navigate(location.href)}>{t('act.reload')}</Button>
        <Button variant="default" onClick={() => browserLocation.navigate('/app/dashboard')}>
          {t('act.toDashboard')}
        </Button>
      </EmptyState>
      <code className={classes.detail}>{detail}</code>
    </main>
  )
}
