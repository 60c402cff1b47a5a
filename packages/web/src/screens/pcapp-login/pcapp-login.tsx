import { Button, Divider, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconBrowserShare, IconDeviceDesktop } from '@tabler/icons-react'
import type { DesktopBridge } from '@tavla/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '../../platform/navigation/link.tsx'
import { useNavigate } from '../../platform/navigation/use-navigate.ts'
import { SessionEndedNote, LanguageMenu, SignInForm } from '../../features/account/index.ts'
import { api } from '../../platform/network/api.ts'
import { getDesktopBridge, isDesktop } from '../../platform/dom/desktop.ts'
import { getFailureText } from '../../platform/failure.ts'
import { useTitle } from '../../platform/dom/use-title.ts'
import { session } from '../../state/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Column } from '../../ui/frame.tsx'
import { Logo } from '../../ui/logo.tsx'
import { withQueries } from '../../state/with-queries.tsx'
import classes from './pcapp-login.module.css'

/** Sign-in of the desktop app, through the browser or with a password. */
export const PcAppLogin = withQueries(PcAppLoginScreen)

function PcAppLoginScreen() {
  const { t } = useTranslation('desktop')
  useTitle(t('login:title.signIn'))
  const navigate = useNavigate()
  const onSignedIn = (next: string) => void navigate(next, { replace: true })
  const bridge = getDesktopBridge()

  return (
    <main className={classes.page}>
      <Group justify="space-between">
        <Logo />
        <LanguageMenu />
      </Group>
      <Column>
        {isDesktop() ? (
          <Stack gap="lg">
            <Title order={1}>{t('login:title.signIn')}</Title>
            <SessionEndedNote />
            {bridge && <BrowserSignIn bridge={bridge} onSignedIn={onSignedIn} />}
            {bridge && <Divider label={t('login:or')} />}
            <SignInForm onSignedIn={onSignedIn} />
            {bridge && (
              <Button variant="subtle" color="gray" onClick={() => void bridge.changeServer()}>
                {t('changeServer')}
              </Button>
            )}
          </Stack>
        ) : (
          <EmptyState
            order={1}
            icon={<IconDeviceDesktop size={28} stroke={1.5} />}
            title={t('forApp.title')}
            text={t('forApp.text')}
          >
            <Button component={Link} to="/dashboard">
              {t('common:act.toDashboard')}
            </Button>
          </EmptyState>
        )}
      </Column>
    </main>
  )
}

interface BrowserSignInProps {
  bridge: DesktopBridge
  onSignedIn(next: string): void
}

/** Opens the system browser and waits until the person approves the sign-in there. */
function BrowserSignIn({ bridge, onSignedIn }: BrowserSignInProps) {
  const { t } = useTranslation('desktop')
  const [pasted, setPasted] = useState('')
  const [message, setMessage] = useState<string | null>(null)
  const signIn = useMutation({
    async mutationFn() {
      const result = await bridge.signIn()
      if (result.ended !== 'signed-in') return setMessage(t(`browser.${result.ended}`))
      const { code, verifier } = result
      onSignedIn(session.signedIn(await api.auth.exchangeDesktop({ body: { code, verifier } })))
    },
  })
  const paste = async () => {
    if (!(await bridge.pasteCode(pasted))) setMessage(t('browser.wrongCode'))
  }

  return (
    <Stack>
      <Button
        leftSection={<IconBrowserShare size={20} stroke={1.5} />}
        loading={signIn.isPending}
        onClick={() => {
          setMessage(null)
          signIn.mutate()
        }}
      >
        {t('browser.act')}
      </Button>
      <FailureNote text={message ?? (signIn.error && getFailureText(signIn.error))} />
      {signIn.isPending && (
        <>
          <Text size="sm" c="dimmed" role="status">
            {t('browser.waiting')}
          </Text>
          <Group align="flex-end" wrap="nowrap">
            <TextInput
              flex={1}
              label={t('browser.code')}
              value={pasted}
              onChange={(event) => setPasted(event.currentTarget.value)}
            />
            <Button variant="default" disabled={pasted.trim() === ''} onClick={() => void paste()}>
              {t('browser.useCode')}
            </Button>
          </Group>
          <Button variant="subtle" color="gray" onClick={() => void bridge.cancelSignIn()}>
            {t('common:act.cancel')}
          </Button>
        </>
      )}
    </Stack>
  )
}
