import { Button, Loader, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react'
import { NewPassword } from '@tavla/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '../../platform/navigation/link.tsx'
import { useNavigate } from '../../platform/navigation/use-navigate.ts'
import { useSearchParams } from '../../platform/navigation/use-search-params.ts'
import { z } from 'zod'
import { AppFrame, ForgotForm, PasswordField } from '../../features/account/index.ts'
import { api } from '../../platform/network/api.ts'
import { callQuery } from '../../platform/network/call-query.ts'
import { getFailureText, isOffline } from '../../platform/failure.ts'
import { storage } from '../../platform/storage.ts'
import { keys } from '../../platform/storage-keys.ts'
import { useForm } from '../../platform/network/use-form.ts'
import { useTitle } from '../../platform/dom/use-title.ts'
import { session } from '../../state/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Column, Sheet } from '../../ui/frame.tsx'
import { withQueries } from '../../state/with-queries.tsx'

/** Target of a password reset link. */
export const ForgetLoading = withQueries(ForgetLoadingScreen)

function ForgetLoadingScreen() {
  const { t } = useTranslation('login')
  useTitle(t('reset.title'))
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const [isDone, setIsDone] = useState(false)
  const { data, error, refetch } = useQuery({
    ...callQuery(api.auth.passwordToken, { query: { token } }),
    enabled: token !== '' && !isDone,
    staleTime: Infinity,
  })

  return (
    <AppFrame>
      <Column>
        {isDone ? (
          <EmptyState
            role="status"
            order={1}
            icon={<IconCircleCheck size={28} stroke={1.5} />}
            title={t('reset.doneTitle')}
            text={t('reset.done')}
          >
            <Button component={Link} to="/login">
              {t('reset.toSignIn')}
            </Button>
          </EmptyState>
        ) : data ? (
          <NewPasswordForm token={token} email={data.email} onDone={() => setIsDone(true)} />
        ) : error && isOffline(error) ? (
          <EmptyState role="alert" order={1} title={getFailureText(error)}>
            <Button onClick={() => void refetch()}>{t('common:act.tryAgain')}</Button>
          </EmptyState>
        ) : error || token === '' ? (
          <InvalidLink />
        ) : (
          <EmptyState
            role="status"
            order={1}
            icon={<Loader size={24} color="gray" />}
            title={t('reset.title')}
          />
        )}
      </Column>
    </AppFrame>
  )
}

const Passwords = z.object({ password: NewPassword, repeat: z.string() })

/**
 * Signs in with the new password and returns the path to go to; null if that needs more, such as a second factor,
 * or if somebody else is signed in here.
 */
async function signIn(email: string, password: string): Promise<string | null> {
  const user = session.userInfo.peek()
  if (user !== null && user.email !== email) return null
  try {
    const client_id = storage.read(keys.clientId) ?? undefined
    return session.signedIn(
      await api.auth.login({ body: { email, password, client_id, remember: false } }, { quiet: true }),
    )
  } catch {
    // The password is changed all the same; the page then leads to the sign-in form, which says what is missing.
    return null
  }
}

function NewPasswordForm({ token, email, onDone }: { token: string; email: string; onDone(): void }) {
  const { t } = useTranslation('login')
  const navigate = useNavigate()
  const form = useForm({
    initial: { password: '', repeat: '' },
    schema: Passwords,
    check: ({ password, repeat }) => (repeat === password ? {} : { repeat: 'fields.repeat.different' }),
    async send({ password }) {
      const { email: address } = await api.auth.resetPassword({ body: { token, password } })
      const next = address === null ? null : await signIn(address, password)
      if (next === null) onDone()
      else void navigate(next, { replace: true })
    },
  })
  return (
    <Sheet>
      <form onSubmit={form.submit} noValidate>
        <Stack>
          <div>
            <Title order={1}>{t('reset.title')}</Title>
            <Text c="dimmed">{t('reset.for', { email })}</Text>
          </div>
          <PasswordField
            name="password"
            label={t('password')}
            isNew
            help
            autoFocus
            value={form.values.password}
            error={form.error('password')}
            onChange={(password) => form.set('password', password)}
          />
          <PasswordField
            name="repeat"
            label={t('reset.repeat')}
            isNew
            value={form.values.repeat}
            error={form.error('repeat')}
            onChange={(repeat) => form.set('repeat', repeat)}
          />
          <FailureNote text={form.failure} />
          <Button type="submit" loading={form.busy}>
            {t('reset.save')}
          </Button>
        </Stack>
      </form>
    </Sheet>
  )
}

/** The link is invalid, used or expired; offers to send a new one. */
function InvalidLink() {
  const { t } = useTranslation('login')
  const navigate = useNavigate()
  return (
    <>
      <EmptyState
        role="alert"
        order={1}
        icon={<IconLinkOff size={28} stroke={1.5} />}
        title={t('reset.endedTitle')}
        text={t('reset.endedText')}
      />
      <ForgotForm email="" onBack={() => void navigate('/login')} />
    </>
  )
}
