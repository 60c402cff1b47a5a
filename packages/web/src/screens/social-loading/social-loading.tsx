import { Button, Loader } from '@mantine/core'
import { IconUserX } from '@tabler/icons-react'
import { codes } from '@tavla/contract'
import type { SocialProvider } from '@tavla/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { AppFrame, finishSocial, isOwnReturn } from '../../features/account/index.ts'
import type { LoginHints } from '../../features/account/index.ts'
import { failureWords, isRefusal } from '../../platform/failure.ts'
import { RefusalFacts } from '../../platform/refusal-facts.ts'
import { useTitle } from '../../platform/use-title.ts'
import { session } from '../../state/index.ts'
import { Face } from '../../ui/face.tsx'
import { Column } from '../../ui/frame.tsx'

const names = { google: 'Google', office: 'Microsoft', facebook: 'Facebook', apple: 'Apple' } as const

/** The return page of a sign-in elsewhere. */
function SocialLoading({ provider }: { provider: SocialProvider }) {
  const { t } = useTranslation('login')
  useTitle(t('title.signIn'))
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const [trouble, setTrouble] = useState<string | null>(null)
  const begun = useRef(false)

  useEffect(() => {
    // A code is good once, and this effect may run twice.
    if (begun.current) return
    begun.current = true
    const code = query.get('code')
    const state = query.get('state')
    if (query.has('error')) return setTrouble(t('social.cancelled', { name: names[provider] }))
    if (code === null || state === null || !isOwnReturn(state)) return setTrouble(t('social.notOurs'))
    // Whoever was signed in already has joined one more way in, and began that on the profile page.
    const joined = session.isLogin.peek()
    finishSocial(provider, code, state).then(
      (answer) => {
        const next = session.signedIn(answer)
        void navigate(joined ? '/userinfo' : next, { replace: true })
      },
      (error: unknown) => {
        if (!isRefusal(error, codes.email_taken.code))
          return setTrouble(failureOf(error, t('social.notConfigured', { name: names[provider] })))
        const { link } = RefusalFacts.parse(error.data)
        void navigate('/login', {
          replace: true,
          state: (link === null ? {} : { link }) satisfies LoginHints,
        })
      },
    )
  }, [navigate, provider, query, t])

  return (
    <AppFrame>
      <Column>
        {trouble === null ? (
          <Face
            role="status"
            order={1}
            icon={<Loader size={24} color="gray" />}
            title={t('social.working', { name: names[provider] })}
          />
        ) : (
          <Face
            role="alert"
            order={1}
            icon={<IconUserX size={28} stroke={1.5} />}
            title={t('social.failed')}
            text={trouble}
          >
            <Button component={Link} to="/login" replace>
              {t('backToSignIn')}
            </Button>
          </Face>
        )}
      </Column>
    </AppFrame>
  )
}

function failureOf(error: unknown, notConfigured: string): string {
  return isRefusal(error, codes.not_found.code) ? notConfigured : failureWords(error)
}

export const GoogleLoading = () => <SocialLoading provider="google" />
export const OfficeLoading = () => <SocialLoading provider="office" />
export const FacebookLoading = () => <SocialLoading provider="facebook" />
export const AppleLoading = () => <SocialLoading provider="apple" />
