import { Button, Loader } from '@mantine/core'
import { IconUserX } from '@tabler/icons-react'
import { codes, socialNames } from '@tavla/contract'
import type { SocialProvider } from '@tavla/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '../../platform/navigation/link.tsx'
import { useNavigate } from '../../platform/navigation/use-navigate.ts'
import { useSearchParams } from '../../platform/navigation/use-search-params.ts'
import { AppFrame, finishSocial, consumeOAuthState } from '../../features/account/index.ts'
import type { LoginState } from '../../features/account/index.ts'
import { getFailureText, isRefusal } from '../../platform/failure.ts'
import { RefusalFacts } from '../../platform/network/refusal-facts.ts'
import { toasts } from '../../platform/toast.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { useTitle } from '../../platform/dom/use-title.ts'
import { session } from '../../state/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Column } from '../../ui/frame.tsx'
import { withQueries } from '../../state/with-queries.tsx'

/** Return page of a sign-in provider. */
function SocialLoading({ provider }: { provider: SocialProvider }) {
  const { t } = useTranslation('login')
  useTitle(t('title.signIn'))
  const error = useFinishSignIn(provider)
  const isSignedIn = useSignal(session.isLogin)

  return (
    <AppFrame>
      <Column>
        {error === null ? (
          <EmptyState
            role="status"
            order={1}
            icon={<Loader size={24} color="gray" />}
            title={t('social.working', { name: socialNames[provider] })}
          />
        ) : (
          <EmptyState
            role="alert"
            order={1}
            icon={<IconUserX size={28} stroke={1.5} />}
            title={t('social.failed')}
            text={error}
          >
            <Button component={Link} to={isSignedIn ? '/userinfo' : '/login'} replace>
              {t(isSignedIn ? 'social.backToSettings' : 'backToSignIn')}
            </Button>
          </EmptyState>
        )}
      </Column>
    </AppFrame>
  )
}

/** Finishes the sign-in and navigates on; returns an error message or null. */
function useFinishSignIn(provider: SocialProvider): string | null {
  const { t } = useTranslation('login')
  const name = socialNames[provider]
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const [error, setError] = useState<string | null>(null)
  const hasStarted = useRef(false)

  useEffect(() => {
    // A code is valid once, and this effect can run twice.
    if (hasStarted.current) return
    hasStarted.current = true
    const code = query.get('code')
    const state = query.get('state')
    const isOwn = consumeOAuthState(state)
    if (isOwn && query.has('error')) return setError(t('social.cancelled', { name }))
    if (code === null || state === null || !isOwn) return setError(t('social.notOurs'))
    const response = { code, state, iss: query.get('iss') ?? undefined }
    session
      .renew((options) => finishSocial(provider, response, options))
      .then(
        (next) => {
          if (next === '/userinfo') toasts.note(t('social.joined', { name }))
          void navigate(next, { replace: true })
        },
        (error: unknown) => {
          const { link } = RefusalFacts.parse(isRefusal(error, codes.email_taken.code) ? error.data : null)
          if (link === null)
            return setError(
              isRefusal(error, codes.not_found.code)
                ? t('social.notConfigured', { name })
                : getFailureText(error),
            )
          const hints: LoginState = { pendingLink: { provider, link } }
          void navigate('/login', { replace: true, state: hints })
        },
      )
  }, [name, navigate, provider, query, t])

  return error
}

const Screen = withQueries(SocialLoading)

export const GoogleLoading = () => <Screen provider="google" />
export const OfficeLoading = () => <Screen provider="office" />
export const FacebookLoading = () => <Screen provider="facebook" />
export const AppleLoading = () => <Screen provider="apple" />
