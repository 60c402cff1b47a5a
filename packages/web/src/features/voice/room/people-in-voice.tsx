import { ActionIcon, Button, Menu, Slider, Text } from '@mantine/core'
import type { VoicePerson } from '@tavla/contract/voice'
import { IconDots, IconHandStop, IconMicrophone, IconMicrophoneOff } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { api } from '../../../platform/network/api.ts'
import { callQuery } from '../../../platform/network/call-query.ts'
import { PersonAvatar } from '../../../ui/person-avatar.tsx'
import classes from '../voice.module.css'
import type { VoiceClient } from './voice-client.ts'

interface PeopleInVoiceProps {
  client: VoiceClient
  getColor: (uid: string) => number | undefined
}

/** The participants; those who are speaking have a ring. */
export function PeopleInVoice({ client, getColor }: PeopleInVoiceProps) {
  const { t } = useTranslation('voice')
  const people = useSignal(client.people)
  const speaking = useSignal(client.speaking)
  const self = useSignal(client.self)
  const isModerator = useSignal(client.isModerator)
  const canMuteAll = isModerator && people.some(({ c, mic }) => c !== self && mic)
  return (
    <>
      <ul className={classes.people} aria-label={t('inside', { count: people.length })}>
        {people.map((person) => (
          <li key={person.c} data-speaking={speaking.has(person.c)} data-uid={person.uid}>
            <span className={classes.face}>
              <PersonAvatar
                id={person.uid}
                name={person.name}
                photo={person.photo}
                color={getColor(person.uid)}
                size={28}
              />
            </span>
            <span className={classes.name}>
              {person.name}
              {person.c === self && <Text span size="xs" c="dimmed">{` ${t('you')}`}</Text>}
            </span>
            {person.hand && <IconHandStop size={16} stroke={1.5} aria-label={t('handUp')} />}
            {person.mic ? (
              <IconMicrophone size={16} stroke={1.5} aria-label={t('micOn')} />
            ) : (
              <IconMicrophoneOff size={16} stroke={1.5} aria-label={t('micOff')} />
            )}
            {person.c !== self && <PersonMenu client={client} person={person} isModerator={isModerator} />}
          </li>
        ))}
      </ul>
      {canMuteAll && (
        <Button variant="default" size="compact-sm" onClick={() => client.mute(null)}>
          {t('muteAll')}
        </Button>
      )}
    </>
  )
}

interface PersonMenuProps {
  client: VoiceClient
  person: VoicePerson
  isModerator: boolean
}

function PersonMenu({ client, person, isModerator }: PersonMenuProps) {
  const { t } = useTranslation('voice')
  const volume = useSignal(client.volumes).get(person.c) ?? 1
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('actions', { name: person.name })}>
          <IconDots size={16} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('volume')}</Menu.Label>
        <div className={classes.volume}>
          <Slider
            min={0}
            max={100}
            value={Math.round(volume * 100)}
            thumbLabel={t('volumeOf', { name: person.name })}
            onChange={(value) => client.setVolume(person.c, value / 100)}
          />
        </div>
        {isModerator && (
          <>
            <Menu.Divider />
            <Menu.Item disabled={!person.mic} onClick={() => client.mute(person.c)}>
              {t('muteOne')}
            </Menu.Item>
            <Menu.Item c="var(--tavla-danger)" onClick={() => client.remove(person.c)}>
              {t('remove')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

interface PeopleToJoinProps {
  uids: readonly string[]
  getColor: (uid: string) => number | undefined
}

/** The participants before joining. A name that cannot be loaded stays empty. */
export function PeopleToJoin({ uids, getColor }: PeopleToJoinProps) {
  const { t } = useTranslation('voice')
  const people = useQueries({
    queries: uids.map((uid) => ({
      ...callQuery(api.user.info, { query: { uid } }, { quiet: true }),
      staleTime: Infinity,
    })),
  })
  if (uids.length === 0) return null
  return (
    <ul className={classes.people} aria-label={t('inside', { count: uids.length })}>
      {uids.map((uid, index) => {
        const { name = '', photo = null } = people[index]?.data ?? {}
        return (
          <li key={uid} data-uid={uid}>
            <span className={classes.face}>
              <PersonAvatar id={uid} name={name} photo={photo} color={getColor(uid)} size={28} />
            </span>
            <span className={classes.name}>{name}</span>
          </li>
        )
      })}
    </ul>
  )
}
