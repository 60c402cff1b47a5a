import { Alert, Button, CopyButton, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconCircleCheck, IconDeviceDesktop, IconShieldCheck } from '@tabler/icons-react'
import { calls } from '@tavla/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '../../platform/navigation/link.tsx'
import { useLocation } from '../../platform/navigation/use-location.ts'
import { useNavigate } from '../../platform/navigation/use-navigate.ts'
import type { z } from 'zod'
import { AppFrame, useLogout } from '../../features/account/index.ts'
import { getFullUrl, browserLocation, wasLoadedAt } from '../../platform/dom/url.ts'
import { api } from '../../platform/network/api.ts'
import { handToLoopback } from '../../platform/network/desktop-handover.ts'
import { getFailureText } from '../../platform/failure.ts'
import { storage } from '../../platform/storage.ts'
import { keys } from '../../platform/storage-keys.ts'
import type { StoredUser } from '../../platform/storage-keys.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { useTitle } from '../../platform/dom/use-title.ts'
import { session } from '../../state/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Column, Sheet } from '../../ui/frame.tsx'
import { PersonAvatar } from '../../ui/person-avatar.tsx'
import { withQueries } from '../../state/with-queries.tsx'

type SignInRequest = z.output<typeof calls.auth.approveDesktop.body>

/** The desktop app's sign-in request in the URL; null if the URL has none. */
function parseRequest(query: string): SignInRequest | null {
  const fields = Object.fromEntries(new URLSearchParams(query))
  const parsed = calls.auth.approveDesktop.body.safeParse(fields)
  return parsed.success ? parsed.data : null
}

/** The browser's part of the desktop sign-in; decisions §6. */
export const PcLogin = withQueries(PcLoginScreen)

function PcLoginScreen() {
  const { t } = useTranslation('desktop')
  useTitle(t('first.title'))
  const { search } = useLocation()
  const user = useSignal(session.userInfo)
  const [request] = useState(() => parseRequest(search))

  return (
    <AppFrame>
      <Column>
        {request === null ? (
          <EmptyState
            order={1}
            icon={<IconDeviceDesktop size={28} stroke={1.5} />}
            title={t('notAsked.title')}
            text={t('notAsked.text')}
          >
            <Button component={Link} to="/dashboard" variant="default">
              {t('common:act.toDashboard')}
            </Button>
          </EmptyState>
        ) : user === null ? (
          <SignInFirst request={request} query={search} />
        ) : (
          <ApproveSheet request={request} user={user} />
        )}
      </Column>
    </AppFrame>
  )
}

/** Stores the request, so that every way of signing in returns here. */
function SignInFirst({ request, query }: { request: SignInRequest; query: string }) {
  const { t } = useTranslation('desktop')
  const navigate = useNavigate()
  return (
    <EmptyState
      order={1}
      icon={<IconDeviceDesktop size={28} stroke={1.5} />}
      title={t('first.title')}
      text={t('first.text', { device: request.device ?? t('aDevice') })}
    >
      <Button
        onClick={() => {
          storage.write(keys.pclogin, query)
          storage.write(keys.pcuid, request.state)
          void navigate('/login')
        }}
      >
        {t('common:account.signIn')}
      </Button>
    </EmptyState>
  )
}

/** A page navigated to from the login screen has that screen's content security policy, which blocks the app's port. Reloads it. */
function useReloadForPolicy(request: SignInRequest): boolean {
  const [isOwn] = useState(() => request.via !== 'loopback' || wasLoadedAt(location.pathname))
  useEffect(() => {
    if (!isOwn) browserLocation.navigate(getFullUrl())
  }, [isOwn])
  return isOwn
}

function ApproveSheet({ request, user }: { request: SignInRequest; user: StoredUser }) {
  const { t } = useTranslation('desktop')
  const navigate = useNavigate()
  const approve = useMutation({
    async mutationFn() {
      const { code, link } = await api.auth.approveDesktop({ body: request })
      // The request is used up, so that reloading or going back does not repeat it.
      void navigate('/pclogin', { replace: true })
      if (request.via === 'loopback') return { code, link, isHandedOver: await handToLoopback(link) }
      browserLocation.navigate(link)
      return { code, link, isHandedOver: false }
    },
  })
  const logout = useLogout()
  const hasOwnPolicy = useReloadForPolicy(request)
  // The URL contains the request; the stored copy would redirect a later sign-in to this page.
  useEffect(() => storage.remove(keys.pclogin, keys.pcuid), [])

  if (approve.isSuccess) return <ApprovedResult {...approve.data} via={request.via} />
  if (!hasOwnPolicy) return null
  const guest = user.kind === 'guest'
  return (
    <Sheet>
      <Stack align="center" ta="center">
        <PersonAvatar id={user.uid} name={user.name} photo={user.photo} size={64} />
        <Title order={1}>{t('approve.title', { name: user.name })}</Title>
        <Text c="dimmed">{t('approve.text', { device: request.device ?? t('aDevice') })}</Text>
        <Alert color="gray" icon={<IconShieldCheck size={20} stroke={1.5} />} ta="left">
          {t('approve.warning')}
        </Alert>
        <FailureNote text={guest ? t('approve.guest') : approve.error && getFailureText(approve.error)} />
        <Button
          fullWidth
          h="auto"
          mih={40}
          py={6}
          styles={{ label: { whiteSpace: 'normal', lineHeight: 1.35 } }}
          disabled={guest}
          loading={approve.isPending}
          onClick={() => approve.mutate()}
        >
          {t('approve.act', { name: user.name })}
        </Button>
        <Button fullWidth variant="subtle" color="gray" onClick={logout.logOut}>
          {t('approve.switch')}
        </Button>
        <Button fullWidth variant="subtle" color="gray" component={Link} to="/dashboard">
          {t('approve.refuse')}
        </Button>
        {logout.dialog}
      </Stack>
    </Sheet>
  )
}

interface ApprovedProps {
  code: string
  link: string
  via: SignInRequest['via']
  /** The app has already received the code. */
  isHandedOver: boolean
}

/** Opens the app by its link; if the browser blocks it, the person copies the code. */
function ApprovedResult({ code, link, via, isHandedOver }: ApprovedProps) {
  const { t } = useTranslation('desktop')
  if (isHandedOver) {
    return (
      <EmptyState
        order={1}
        role="status"
        icon={<IconCircleCheck size={28} stroke={1.5} />}
        title={t('done.title')}
        text={t('done.text')}
      />
    )
  }
  const isLink = via === 'scheme'
  return (
    <Sheet>
      <Stack align="center" ta="center">
        <IconDeviceDesktop size={40} stroke={1.5} aria-hidden />
        <Title order={1}>{t(isLink ? 'continue.title' : 'paste.title')}</Title>
        <Text c="dimmed">{t(isLink ? 'continue.text' : 'paste.text')}</Text>
        {isLink && (
          <Button fullWidth onClick={() => browserLocation.navigate(link)}>
            {t('done.open')}
          </Button>
        )}
        <TextInput
          readOnly
          w="100%"
          ta="left"
          label={t(isLink ? 'done.code' : 'paste.code')}
          description={t('done.codeText')}
          inputWrapperOrder={['label', 'input', 'description']}
          value={code}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={code}>
          {({ copied, copy }) => (
            <Button variant="subtle" color="gray" onClick={copy}>
              {t(copied ? 'common:act.copied' : 'common:act.copy')}
            </Button>
          )}
        </CopyButton>
      </Stack>
    </Sheet>
  )
}
