import { Button, CopyButton, Group, Skeleton, Stack, Switch, Text, TextInput, Title } from '@mantine/core'
import {
  IconCheck,
  IconChevronRight,
  IconCopy,
  IconLink,
  IconLinkOff,
  IconRefresh,
} from '@tabler/icons-react'
import type { GivenRole, InviteLink, Role } from '@tavla/contract'
import type { TFunction } from 'i18next'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../../platform/dom/clock.ts'
import { getLocalFailureText, getFailureText } from '../../../platform/failure.ts'
import { longDate } from '../../../platform/format.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { useConfig } from '../../account/index.ts'
import { ExpiredLinkAlert, LinkLimits } from './link-limits.tsx'
import { QrCode } from './qr-code.tsx'
import classes from '../members.module.css'
import { useChangeLink, useInviteLink, useRemoveLink } from '../queries.ts'
import { RoleSelect } from '../role-select.tsx'

/** Invite link for a role: create, copy, limit, reset and remove it. */
export function RoleLink({ wid, myRole }: { wid: string; myRole: Role }) {
  const { t } = useTranslation('members')
  const [role, setRole] = useState<GivenRole>('editor')
  const [isRemoved, setIsRemoved] = useState(false)
  const { data: link, error, refetch } = useInviteLink(wid, role, !isRemoved)

  return (
    <Stack gap="sm">
      <Group justify="space-between" wrap="nowrap">
        <Title order={3} size="h4">
          {t('link.title')}
        </Title>
        <RoleSelect
          hideLabel
          myRole={myRole}
          value={role}
          label={t('link.role')}
          onChange={(next) => {
            setIsRemoved(false)
            setRole(next)
          }}
        />
      </Group>
      {isRemoved ? (
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {t('link.revoked')}
          </Text>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconLink size={16} stroke={1.5} />}
            onClick={() => setIsRemoved(false)}
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
        <LinkSettings wid={wid} link={link} onRemove={() => setIsRemoved(true)} />
      ) : (
        <Skeleton height={104} />
      )}
    </Stack>
  )
}

interface LinkSettingsProps {
  wid: string
  link: InviteLink
  onRemove(): void
}

function LinkSettings({ wid, link, onRemove }: LinkSettingsProps) {
  const { t, i18n } = useTranslation('members')
  const change = useChangeLink(wid)
  const remove = useRemoveLink(wid)
  const [isConfirming, setIsConfirming] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const settingsId = useId()
  const [opensVoice, setOpensVoice] = useState(false)
  const { data: config } = useConfig()
  const { token } = link
  const url = getUrl(link, opensVoice)

  return (
    <>
      <div className={classes.linkRow}>
        <Stack gap="xs" flex={1} miw={0}>
          <LinkUrl url={url} />
          <Text size="xs" c="dimmed">
            {describeLimits(t, link, i18n.language)}
          </Text>
        </Stack>
        <QrCode text={url} label={t('link.qrLabel')} />
      </div>
      <ExpiredLinkAlert
        link={link}
        now={clock.now()}
        onRenew={() => change.mutate({ token, rotate: true, expiresAt: null })}
      />
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        className={classes.fold ?? ''}
        leftSection={
          <IconChevronRight
            className={classes.chevron}
            data-open={isOpen || undefined}
            size={16}
            stroke={1.5}
          />
        }
        aria-expanded={isOpen}
        aria-controls={settingsId}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('link.settings')}
      </Button>
      <Stack id={settingsId} gap="sm" hidden={!isOpen} display={isOpen ? 'flex' : 'none'}>
        <LinkLimits
          link={link}
          busy={change.isPending}
          onChange={(limits) => change.mutate({ token, ...limits })}
        />
        {config?.voice !== false && (
          <Switch
            label={t('link.voice')}
            checked={opensVoice}
            onChange={({ currentTarget }) => setOpensVoice(currentTarget.checked)}
          />
        )}
        <Group gap="xs" justify="flex-end">
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
            onClick={() => setIsConfirming(true)}
          >
            {t('link.revoke')}
          </Button>
        </Group>
      </Stack>
      <FailureNote text={change.error && getLocalFailureText(change.error)} />
      <ConfirmDialog
        danger
        opened={isConfirming}
        title={t('link.revokeTitle')}
        confirm={t('link.revoke')}
        cancel={t('common:act.cancel')}
        closeLabel={t('common:act.close')}
        busy={remove.isPending}
        failure={remove.error && getLocalFailureText(remove.error)}
        onClose={() => setIsConfirming(false)}
        onConfirm={() => remove.mutate(token, { onSuccess: onRemove })}
      >
        <Text>{t('link.revokeText')}</Text>
      </ConfirmDialog>
    </>
  )
}

/** How often the link was used, and what limits it while the settings are folded. */
function describeLimits(t: TFunction<'members'>, link: InviteLink, language: string): string {
  const { uses, maxUses, expiresAt, domain, guests } = link
  return [
    maxUses === null ? t('link.uses', { count: uses }) : t('link.usesOf', { uses, most: maxUses }),
    ...(expiresAt === null ? [] : [t('link.until', { date: longDate(expiresAt, language) })]),
    ...(domain === null ? [] : [t('link.only', { domain })]),
    ...(guests ? [] : [t('link.noGuests')]),
  ].join(' · ')
}

/** The same link; it says itself whether it opens the voice room. */
function getUrl(link: InviteLink, opensVoice: boolean): string {
  const url = new URL(link.url, location.origin)
  if (opensVoice) url.searchParams.set('voice', '1')
  return url.href
}

function LinkUrl({ url }: { url: string }) {
  const { t } = useTranslation('members')
  return (
    <Group gap="xs" wrap="nowrap">
      <TextInput
        readOnly
        flex={1}
        aria-label={t('link.address')}
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={url} timeout={2000}>
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
