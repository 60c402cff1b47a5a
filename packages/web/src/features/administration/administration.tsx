import { Button, Group, NavLink, Stack, Title } from '@mantine/core'
import type { Administrator } from '@tavla/contract/admin'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { storage } from '../../platform/storage.ts'
import { getGroupPrefix, callKey, callQuery } from '../../platform/network/call-query.ts'
import { keys } from '../../platform/storage-keys.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Section } from '../../ui/section.tsx'
import classes from './administration.module.css'
import { Announcements } from './announcements.tsx'
import { adminApi, getFailureText, isSignedOut } from './admin-refusals.ts'
import { Audit } from './audit.tsx'
import { useTableParams } from './data-table.tsx'
import { Feedback, Logs, Reports } from './inbox.tsx'
import { Health, Jobs } from './operation.tsx'
import { People } from './people.tsx'
import { Plans } from './plans.tsx'
import { SecondFactor, Settings } from './settings.tsx'
import { AdminSignIn } from './sign-in.tsx'
import { Spaces } from './spaces.tsx'

const views = {
  health: Health,
  people: People,
  spaces: Spaces,
  plans: Plans,
  jobs: Jobs,
  feedback: Feedback,
  reports: Reports,
  logs: Logs,
  announcements: Announcements,
  audit: Audit,
} as const
const names = [...(Object.keys(views) as (keyof typeof views)[]), 'settings'] as const

/** Everything an administrator may do, behind a sign-in of its own; the server is the guard of all of it. */
export function Administration() {
  const client = useQueryClient()
  const query = useQuery({
    ...callQuery(adminApi.me, {}),
    enabled: storage.read(keys.adminToken) !== null,
    retry: false,
  })
  const administrator = query.data
  const refresh = () => void client.invalidateQueries({ queryKey: getGroupPrefix(adminApi.me) })
  if (administrator && !query.isError)
    return (
      <Views
        administrator={administrator}
        onChanged={refresh}
        onSignedOut={() => client.removeQueries({ queryKey: getGroupPrefix(adminApi.me) })}
      />
    )
  if (query.isError && !isSignedOut(query.error))
    return <EmptyState role="alert" title={getFailureText(query.error)} />
  if (query.isFetching) return null
  return <AdminSignIn onSignedIn={(me) => client.setQueryData(callKey(adminApi.me, {}), me)} />
}

interface ViewsProps {
  readonly administrator: Administrator
  onChanged(): void
  onSignedOut(): void
}

function Views({ administrator, onChanged, onSignedOut }: ViewsProps) {
  const { t } = useTranslation('admin')
  const { params } = useTableParams()
  const view = names.find((name) => name === params['view']) ?? 'health'
  const signOut = async () => {
    await adminApi.logout()
    storage.remove(keys.adminToken)
    onSignedOut()
  }
  if (administrator.mustSetUp)
    return (
      <Section title={t('secondFactor.title')} text={t('secondFactor.required')}>
        <SecondFactor administrator={administrator} onChanged={onChanged} />
      </Section>
    )
  const View = view === 'settings' ? null : views[view]
  return (
    <div className={classes.page}>
      <nav className={classes.nav} aria-label={t('title')}>
        {names.map((name) => (
          <NavLink
            key={name}
            href={`?view=${name}`}
            label={t(`views.${name}`)}
            active={name === view}
            aria-current={name === view ? 'page' : undefined}
          />
        ))}
      </nav>
      <Stack className={classes.content}>
        <Group justify="space-between">
          <Title order={1}>{t(`views.${view}`)}</Title>
          <Button variant="default" size="xs" onClick={() => void signOut()}>
            {t('signOut')}
          </Button>
        </Group>
        {View ? <View /> : <Settings administrator={administrator} onChanged={onChanged} />}
      </Stack>
    </div>
  )
}
