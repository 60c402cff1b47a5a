import { Anchor, Button, Stack, Text, Title } from '@mantine/core'
import { socialNames } from '@tavla/contract'
import type { InviteInfo } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from '../../platform/navigation/use-location.ts'
import { useNavigate } from '../../platform/navigation/use-navigate.ts'
import { useSearchParams } from '../../platform/navigation/use-search-params.ts'
import {
  createFirstBoard,
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
import { InviteBanner, useShownInvite } from '../../features/members/index.ts'
import { useTitle } from '../../platform/dom/use-title.ts'
import { invites, session } from '../../state/index.ts'
import { Logo } from '../../ui/logo.tsx'
import { DemoBoard } from './demo-board.tsx'
import classes from './login.module.css'

type Mode = 'signIn' | 'signUp' | 'forgot' | 'guest'

/** Sign-in, sign-up, forgotten password and guest sign-in. */
export function Login() {
  const { t } = useTranslation('login')
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const { pendingLink } = LoginState.parse(useLocation().state)
  const [mode, setMode] = useState<Mode>('signIn')
  useTitle(t(`title.${mode}`))
  const [forgotEmail, setForgotEmail] = useState('')
  const token = query.get('invite') ?? invites.getPending()?.token ?? null
  const invite = useShownInvite(token)
  const onSignedIn = (next: string) => void navigate(next, { replace: true })
  const onGuest = async (next: string) => {
    // A new guest has nothing to choose from, so a first board opens at once.
    const isNew = session.savedGuest() === null
    onSignedIn(isNew && next === '/dashboard' ? ((await createFirstBoard(t('firstBoard'))) ?? next) : next)
  }

  return (
    <div className={classes.page}>
      <main className={classes.side}>
        <header className={classes.top}>
          <Logo />
          <LanguageMenu />
        </header>
        <div className={classes.column}>
          <SessionEndedNote />
          {token && <InviteBanner info={invite} />}
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
              onSignedIn={onSignedIn}
              onForgot={(email) => {
                setForgotEmail(email)
                setMode('forgot')
              }}
            />
          )}
          {mode === 'signUp' && <SignUpForm onSignedIn={onSignedIn} />}
          {mode === 'forgot' && (
            <ForgotForm email={forgotEmail} title={t('title.forgot')} onBack={() => setMode('signIn')} />
          )}
          {mode === 'guest' && <GuestForm onSignedIn={onGuest} onBack={() => setMode('signIn')} />}
          {(mode === 'signIn' || mode === 'signUp') && (
            <OtherOptions mode={mode} pendingLink={pendingLink} invite={invite} onMode={setMode} />
          )}
        </div>
      </main>
      <DemoBoard />
    </div>
  )
}

interface OtherOptionsProps {
  mode: 'signIn' | 'signUp'
  pendingLink: LoginState['pendingLink']
  /** Token of the invite that led here. */
  invite: InviteInfo | undefined
  onMode(mode: Mode): void
}

function OtherOptions({ mode, pendingLink, invite, onMode }: OtherOptionsProps) {
  const { t } = useTranslation('login')
  const { data: config, isPending } = useConfig()
  // An invitation by email, and a link without guests, need an account.
  const canBeGuest = (config?.guests ?? isPending) && invite?.guests !== false
  const savedGuest = session.savedGuest()
  const otherMode = mode === 'signIn' ? 'signUp' : 'signIn'
  return (
    <Stack gap="md">
      <SocialButtons pendingLink={pendingLink} />
      {canBeGuest && (
        <Button variant="default" fullWidth disabled={isPending} onClick={() => onMode('guest')}>
          {savedGuest ? t('comeBackAs', { name: savedGuest.name }) : t('continueAsGuest')}
        </Button>
      )}
      <Text size="sm" c="dimmed" ta="center">
        {t(`switch.${otherMode}.question`)}{' '}
        <Anchor component="button" type="button" size="sm" onClick={() => onMode(otherMode)}>
          {t(`switch.${otherMode}.act`)}
        </Anchor>
      </Text>
    </Stack>
  )
}
