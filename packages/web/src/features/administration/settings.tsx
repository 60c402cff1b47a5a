import { Button, Checkbox, Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { Administrator, ServerSettings } from '@tavla/contract/admin'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../platform/network/call-query.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Section } from '../../ui/section.tsx'
import { adminApi, getFailureText } from './admin-refusals.ts'
import { PendingInvitations } from './pending-invitations.tsx'
import { InvitePeople } from './people.tsx'
import { CodeField } from './sign-in.tsx'
import { useAct } from './use-act.tsx'

interface SettingsProps {
  readonly administrator: Administrator
  onChanged(): void
}

/** Sign-up rules, what the server offers, invitations, and the administrator's own second factor. */
export function Settings({ administrator, onChanged }: SettingsProps) {
  const { t } = useTranslation('admin')
  const query = useQuery(callQuery(adminApi.settings, {}))
  return (
    <Stack>
      <Section title={t('settings.signUp')} text={t('settings.signUpText')}>
        {query.isError && <EmptyState role="alert" title={getFailureText(query.error)} />}
        {query.data && <Rules key={JSON.stringify(query.data)} settings={query.data} />}
      </Section>
      <Section title={t('people.invite')} text={t('settings.inviteText')}>
        <InvitePeople />
        <PendingInvitations />
      </Section>
      <Section title={t('secondFactor.title')} text={t('secondFactor.text')}>
        <SecondFactor administrator={administrator} onChanged={onChanged} />
      </Section>
    </Stack>
  )
}

const modes = ['open', 'invitation', 'domain'] as const

function Rules({ settings }: { settings: ServerSettings }) {
  const { t } = useTranslation('admin')
  const { act, busy, failure, dialog } = useAct()
  const [values, setValues] = useState(settings)
  const [domains, setDomains] = useState(settings.domains.join(', '))
  const save = () => {
    const list = domains.split(/[\s,;]+/).filter((domain) => domain !== '')
    return adminApi.setSettings({ body: { ...values, domains: list } })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        act(save, t('saved'))
      }}
    >
      <Stack>
        <NativeSelect
          label={t('settings.mode')}
          value={values.signUp}
          data={modes.map((mode) => ({ value: mode, label: t(`settings.modes.${mode}`) }))}
          onChange={(event) =>
            setValues({ ...values, signUp: event.currentTarget.value as ServerSettings['signUp'] })
          }
        />
        {values.signUp === 'domain' && (
          <TextInput
            label={t('settings.domains')}
            value={domains}
            onChange={(event) => setDomains(event.currentTarget.value)}
          />
        )}
        <Switch
          label={t('settings.guests')}
          checked={values.guests}
          onChange={(event) => setValues({ ...values, guests: event.currentTarget.checked })}
        />
        <Switch
          label={t('settings.voice')}
          checked={values.voice}
          onChange={(event) => setValues({ ...values, voice: event.currentTarget.checked })}
        />
        <Switch
          label={t('settings.socialSignIn')}
          checked={values.socialSignIn}
          onChange={(event) => setValues({ ...values, socialSignIn: event.currentTarget.checked })}
        />
        <Switch
          label={t('settings.requireSecondFactor')}
          checked={values.requireSecondFactor}
          onChange={(event) => setValues({ ...values, requireSecondFactor: event.currentTarget.checked })}
        />
        <FailureNote text={failure} />
        <Group>
          <Button type="submit" loading={busy}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
      {dialog}
    </form>
  )
}

/** Set up with an authenticator app, step by step; the recovery codes are shown once. */
export function SecondFactor({ administrator, onChanged }: SettingsProps) {
  const { t } = useTranslation('admin')
  const { act, busy, failure, dialog } = useAct()
  const [setup, setSetup] = useState<{ secret: string; url: string } | null>(null)
  const [otp, setOtp] = useState('')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) {
    const close = () => {
      setCodes(null)
      onChanged()
    }
    return <RecoveryCodes codes={codes} onDone={close} />
  }
  const confirm = async () => {
    const { recoveryCodes } = await adminApi.confirmTotp({ body: { otp } })
    setSetup(null)
    setCodes(recoveryCodes)
  }
  const renew = async () => setCodes((await adminApi.renewRecovery()).recoveryCodes)
  const remove = async () => {
    await adminApi.removeTotp()
    onChanged()
  }
  return (
    <Stack>
      <FailureNote text={failure} />
      {setup ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            act(confirm)
          }}
        >
          <Stack>
            <Text size="sm">{t('secondFactor.enter')}</Text>
            <Text ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {setup.secret}
            </Text>
            <a href={setup.url}>{t('secondFactor.open')}</a>
            <CodeField value={otp} onChange={setOtp} />
            <Group>
              <Button type="submit" loading={busy}>
                {t('secondFactor.confirm')}
              </Button>
            </Group>
          </Stack>
        </form>
      ) : administrator.secondFactor ? (
        <Group>
          <Text size="sm">{t('secondFactor.left', { count: administrator.recoveryCodes })}</Text>
          <Button variant="default" onClick={() => act(renew)}>
            {t('secondFactor.renew')}
          </Button>
          <Button variant="outline" color="red" onClick={() => act(remove, t('saved'))}>
            {t('secondFactor.remove')}
          </Button>
        </Group>
      ) : (
        <Group>
          <Button loading={busy} onClick={() => act(async () => setSetup(await adminApi.beginTotp()))}>
            {t('secondFactor.setUp')}
          </Button>
        </Group>
      )}
      {dialog}
    </Stack>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const { t } = useTranslation('admin')
  const [stored, setStored] = useState(false)
  return (
    <Stack>
      <Text size="sm">{t('secondFactor.codes')}</Text>
      <Text ff="monospace" component="pre" m={0}>
        {codes.join('\n')}
      </Text>
      <Checkbox
        label={t('secondFactor.stored')}
        checked={stored}
        onChange={(event) => setStored(event.currentTarget.checked)}
      />
      <Group>
        <Button disabled={!stored} onClick={onDone}>
          {t('secondFactor.done')}
        </Button>
      </Group>
    </Stack>
  )
}
