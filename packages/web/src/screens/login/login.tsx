import { Anchor, Button, Stack, Text, Title } from '@mantine/core'
import { socialNames } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import {
  SessionEndedNote,
  ForgotForm,
  GuestForm,
  LanguageMenu,
  LoginState,
  SignInForm,
  SignUpForm,
  SocialButtons,
  useConfig,
} from '../../features/account/index.ts'
import { InviteBanner } from '../../features/members/index.ts'
import { useTitle } from '../../platform/dom/use-title.ts'
import { invites, session } from '../../state/index.ts'
import { Logo } from '../../ui/logo.tsx'
import { DemoBoard } from './living-board.tsx'
import classes from './login.module.css'

type Mode = 'signIn' | 'signUp' | 'forgot' | 'guest'

/** Sign in, sign up, forgot and guest in one place. */
export function Login() {
  const { t } = useTranslation('login')
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const { pendingLink } = LoginState.parse(useLocation().state)
  const [mode, setMode] = useState<Mode>('signIn')
  useTitle(t(`title.${mode}`))
  const [forgotEmail, setForgotEmail] = useState('')
  const invite = query.get('invite') ?? invites.waiting()?.token ?? null
  const continueNow = (next: string) => void navigate(next, { replace: true })

  return (
    <div className={classes.page}>
      <main className={classes.side}>
        <header className={classes.top}>
          <Logo />
          <LanguageMenu />
        </header>
        <div className={classes.column}>
          <SessionEndedNote />
          {invite && <InviteBanner token={invite} />}
          {mode !== 'forgot' && (
            <div>
              <Title order={1}>{t(`title.${mode}`)}</Title>
              {pendingLink && mode === 'signIn' && (
                <Text c="dimmed" mt="xs">
                  {t('linkText', { name: socialNames[pendingLink.provider] })}
                </Text>
              )}
            </div>
          )}
          {mode === 'signIn' && (
            <SignInForm
              link={pendingLink?.link}
              onSignedIn={continueNow}
              onForgot={(email) => {
                setForgotEmail(email)
                setMode('forgot')
              }}
            />
          )}
          {mode === 'signUp' && <SignUpForm onSignedIn={continueNow} />}
          {mode === 'forgot' && (
            <ForgotForm email={forgotEmail} title={t('title.forgot')} onBack={() => setMode('signIn')} />
          )}
          {mode === 'guest' && <GuestForm onSignedIn={continueNow} onBack={() => setMode('signIn')} />}
          {(mode === 'signIn' || mode === 'signUp') && (
            <OtherWays mode={mode} waiting={pendingLink} onMode={setMode} />
          )}
        </div>
      </main>
      <DemoBoard />
    </div>
  )
}

interface OtherWaysProps {
  mode: 'signIn' | 'signUp'
  waiting: LoginState['pendingLink']
  onMode(mode: Mode): void
}

function OtherWays({ mode, waiting, onMode }: OtherWaysProps) {
  const { t } = useTranslation('login')
  const { data: config, isPending } = useConfig()
  const saved = session.savedGuest()
  const other = mode === 'signIn' ? 'signUp' : 'signIn'
  return (
    <Stack gap="md">
      <SocialButtons waiting={waiting} />
      {(config?.guests ?? isPending) && (
        <Button variant="default" fullWidth disabled={isPending} onClick={() => onMode('guest')}>
          {saved ? t('comeBackAs', { name: saved.name }) : t('continueAsGuest')}
        </Button>
      )}
      <Text size="sm" c="dimmed" ta="center">
        {t(`switch.${other}.question`)}{' '}
        <Anchor component="button" type="button" size="sm" onClick={() => onMode(other)}>
          {t(`switch.${other}.act`)}
        </Anchor>
      </Text>
    </Stack>
  )
}
