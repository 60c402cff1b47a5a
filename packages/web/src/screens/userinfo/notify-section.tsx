import { Input, SegmentedControl, Skeleton, Switch, Text } from '@mantine/core'
import { notifications, notificationSettings } from '@tavla/contract'
import type { NotifyConfig } from '@tavla/contract'
import type { NamespaceKey } from '@tavla/locales'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/network/api.ts'
import { getCallPrefix, callQuery } from '../../platform/network/call-query.ts'
import { getFailureText } from '../../platform/failure.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { session, settings } from '../../state/index.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Section } from '../../ui/section.tsx'
import { type Channel, getChannels, setAllTypes, setType } from './notify-config.ts'
import classes from './notify-section.module.css'

/** Translation key of a type's row; a missing text is a compile error. */
const getSettingKey = (name: (typeof notificationSettings)[number]): NamespaceKey<'notifications'> =>
  `${name}.setting`

const query = callQuery(api.user.notifyConfig, {})
const { queryKey } = query

function useNotifyConfig() {
  return useQuery(query)
}

function useSetNotifyConfig() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (config: Partial<NotifyConfig>) => api.user.setNotifyConfig({ body: config }),
    onMutate: (changed) =>
      client.setQueryData<NotifyConfig>(queryKey, (before) => before && { ...before, ...changed }),
    onSuccess(config) {
      client.setQueryData(queryKey, config)
      // The settings decide which notifications are listed.
      return client.invalidateQueries({ queryKey: getCallPrefix(api.user.notices) })
    },
    onError: () => client.invalidateQueries({ queryKey }),
  })
}

/** Which notifications are sent, and where. */
export function NotifySection({ verified }: { verified: boolean | undefined }) {
  const { t } = useTranslation('notifications')
  const { data: config, error } = useNotifyConfig()
  const change = useSetNotifyConfig()
  const guest = useSignal(session.userInfo)?.kind === 'guest'
  const failure = change.error ?? (config ? null : error)
  return (
    <Section id="notifications" title={t('section.title')} text={t('section.text')}>
      <FailureNote text={failure && getFailureText(failure)} />
      {!config && !error && <Skeleton height={240} radius="md" />}
      {config && (
        <>
          <TypeTable config={config} guest={guest} onChange={change.mutate} />
          {!guest && <EmailFrequency config={config} verified={verified} onChange={change.mutate} />}
        </>
      )}
    </Section>
  )
}

interface ConfigProps {
  config: NotifyConfig
  onChange(changed: Partial<NotifyConfig>): void
}

function TypeTable({ config, guest, onChange }: ConfigProps & { guest: boolean }) {
  const { t } = useTranslation('notifications')
  const channels: readonly Channel[] = guest ? ['inApp'] : ['inApp', 'email']
  const getName = (channel: Channel) => t(channel === 'inApp' ? 'section.app' : 'section.mail')
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <td />
          {channels.map((channel) => (
            <th key={channel} scope="col">
              {getName(channel)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr className={classes.all}>
          <th scope="row">{t('section.everything')}</th>
          {channels.map((channel) => (
            <td key={channel}>
              <Switch
                aria-label={t('section.type', { type: t('section.everything'), channel: getName(channel) })}
                checked={notificationSettings.every(
                  (name) => getChannels(config, notifications[name].type)[channel],
                )}
                onChange={({ currentTarget }) =>
                  onChange(setAllTypes(config, channel, currentTarget.checked))
                }
              />
            </td>
          ))}
        </tr>
        {notificationSettings.map((name) => {
          const { type, settings: row } = notifications[name]
          return (
            <tr key={type}>
              <th scope="row">{t(getSettingKey(name))}</th>
              {channels.map((channel) => (
                <td key={channel}>
                  {(row === 'both' || channel === 'inApp') && (
                    <Switch
                      size="sm"
                      aria-label={t('section.type', {
                        type: t(getSettingKey(name)),
                        channel: getName(channel),
                      })}
                      checked={getChannels(config, type)[channel]}
                      onChange={({ currentTarget }) =>
                        onChange(setType(config, { type, channel, on: currentTarget.checked }))
                      }
                    />
                  )}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const digests = ['none', 'daily'] as const

function EmailFrequency({ config, verified, onChange }: ConfigProps & { verified: boolean | undefined }) {
  const { t } = useTranslation('notifications')
  const { timeZone } = useSignal(settings.user)
  const localTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const choose = (digest: NotifyConfig['digest']) => {
    // The daily digest is sent in the morning of this browser's time zone, unless another one is set.
    if (digest === 'daily' && timeZone === undefined) void settings.change({ timeZone: localTimeZone })
    onChange({ digest })
  }
  const text =
    config.digest === 'daily'
      ? t('section.dailyText', { zone: timeZone ?? localTimeZone })
      : t('section.soonText')
  return (
    <Input.Wrapper
      id="letters"
      label={t('section.when')}
      labelElement="div"
      description={text}
      inputWrapperOrder={['label', 'input', 'description']}
    >
      <SegmentedControl
        fullWidth
        aria-label={t('section.when')}
        data={digests.map((when) => ({
          value: when,
          label: t(when === 'daily' ? 'section.daily' : 'section.soon'),
        }))}
        value={config.digest}
        onChange={choose}
      />
      {verified === false && (
        <Text size="sm" mt="xs">
          {t('section.noMail')}
        </Text>
      )}
    </Input.Wrapper>
  )
}
