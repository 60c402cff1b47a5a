import { Button, CopyButton, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconCheck, IconCopy, IconLink, IconLinkOff, IconQrcode, IconRefresh } from '@tabler/icons-react'
import type { GivenRole, InviteLink, Role } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../../platform/dom/clock.ts'
import { failureHere, getFailureText } from '../../../platform/failure.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { EndedLink, LinkLimits } from './link-limits.tsx'
import { QrCode } from './qr-code.tsx'
import { useChangeLink, useInviteLink, useRemoveLink } from '../queries.ts'
import { RoleSelect } from '../role-select.tsx'

/** The link that lets people in with a role. */
export function RoleLink({ wid, own }: { wid: string; own: Role }) {
  const { t } = useTranslation('members')
  const [role, setRole] = useState<GivenRole>('editor')
  const [revoked, setRevoked] = useState(false)
  const { data: link, error, refetch } = useInviteLink(wid, role, !revoked)

  return (
    <Stack gap="sm">
      <Group justify="space-between" wrap="nowrap">
        <Title order={3} size="h4">
          {t('link.title')}
        </Title>
        <RoleSelect
          bare
          own={own}
          value={role}
          label={t('link.role')}
          onChange={(next) => {
            setRevoked(false)
            setRole(next)
          }}
        />
      </Group>
      {revoked ? (
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {t('link.revoked')}
          </Text>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconLink size={16} stroke={1.5} />}
            onClick={() => setRevoked(false)}
          >
            {t('link.make')}
          </Button>
        </Group>
      ) : error ? (
        <Group justify="space-between">
          <Text size="sm" role="alert">
            {getFailureText(error)}
          </Text>
          <Button size="xs" variant="default" onClick={() => void refetch()}>
            {t('common:act.tryAgain')}
          </Button>
        </Group>
      ) : link ? (
        <LinkRules wid={wid} link={link} onRevoked={() => setRevoked(true)} />
      ) : (
        <Skeleton height={104} />
      )}
    </Stack>
  )
}

interface LinkRulesProps {
  wid: string
  link: InviteLink
  onRevoked(): void
}

function LinkRules({ wid, link, onRevoked }: LinkRulesProps) {
  const { t } = useTranslation('members')
  const change = useChangeLink(wid)
  const remove = useRemoveLink(wid)
  const [asking, setAsking] = useState(false)
  const [shown, setShown] = useState(false)
  const { token } = link
  const address = new URL(link.url, location.origin).href

  return (
    <>
      <LinkUrl address={address} />
      <EndedLink
        link={link}
        now={clock.now()}
        onRenew={() => change.mutate({ token, rotate: true, expiresAt: null })}
      />
      <LinkLimits
        link={link}
        busy={change.isPending}
        onChange={(limits) => change.mutate({ token, ...limits })}
      />
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          {link.maxUses === null
            ? t('link.uses', { count: link.uses })
            : t('link.usesOf', { uses: link.uses, most: link.maxUses })}
        </Text>
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconQrcode size={16} stroke={1.5} />}
            aria-expanded={shown}
            onClick={() => setShown(!shown)}
          >
            {t(shown ? 'link.hideQr' : 'link.qr')}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconRefresh size={16} stroke={1.5} />}
            loading={change.isPending && change.variables.rotate === true}
            onClick={() => change.mutate({ token, rotate: true })}
          >
            {t('link.rotate')}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            leftSection={<IconLinkOff size={16} stroke={1.5} />}
            onClick={() => setAsking(true)}
          >
            {t('link.revoke')}
          </Button>
        </Group>
      </Group>
      {shown && (
        <Stack gap={4} align="center">
          <QrCode text={address} label={t('link.qrLabel')} />
          <Text size="xs" c="dimmed">
            {t('link.scan')}
          </Text>
        </Stack>
      )}
      <FailureNote text={change.error && failureHere(change.error)} />
      <ConfirmDialog
        danger
        opened={asking}
        title={t('link.revokeTitle')}
        confirm={t('link.revoke')}
        cancel={t('common:act.cancel')}
        closeLabel={t('common:act.close')}
        busy={remove.isPending}
        failure={remove.error && failureHere(remove.error)}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(token, { onSuccess: onRevoked })}
      >
        <Text>{t('link.revokeText')}</Text>
      </ConfirmDialog>
    </>
  )
}

function LinkUrl({ address }: { address: string }) {
  const { t } = useTranslation('members')
  return (
    <Group gap="xs" wrap="nowrap">
      <TextInput
        readOnly
        flex={1}
        aria-label={t('link.address')}
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={address} timeout={2000}>
        {({ copied, copy }) => (
          <Button
            variant={copied ? 'light' : 'default'}
            leftSection={copied ? <IconCheck size={18} stroke={1.5} /> : <IconCopy size={18} stroke={1.5} />}
            onClick={copy}
          >
            {t(copied ? 'common:act.copied' : 'common:act.copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}
