import {
  ActionIcon,
  Alert,
  Button,
  CloseButton,
  Collapse,
  CopyButton,
  Group,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import {
  IconCheck,
  IconHandStop,
  IconLink,
  IconMicrophone,
  IconMicrophoneOff,
  IconPhoneOff,
  IconSettings,
} from '@tabler/icons-react'
import { urls } from '@tavla/contract'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { payment, session, settings } from '../../../state/index.ts'
import { LimitLine } from '../../billing/index.ts'
import classes from '../voice.module.css'
import { PeopleInVoice, PeopleToJoin } from './people-in-voice.tsx'
import { VoiceClient, type VoiceError } from './voice-client.ts'
import { VoiceSettingsForm } from './voice-settings-form.tsx'

interface VoicePanelProps {
  wid: string
  /** User ids in the room, also known before joining. */
  uids: readonly string[]
  usedKeys: readonly string[]
  getColor: (uid: string) => number | undefined
  isShown: boolean
  onClose(): void
}

const neutralErrors: readonly VoiceError[] = ['replaced', 'quota', 'removed']

/** The voice room's panel: participants, own microphone and settings. */
export function VoicePanel({ wid, uids, usedKeys, getColor, isShown, onClose }: VoicePanelProps) {
  const { t } = useTranslation('voice')
  const client = useMemo(() => new VoiceClient(wid), [wid])
  const phase = useSignal(client.phase)
  const error = useSignal(client.error)
  const remain = useSignal(client.remain)
  const [hasSettings, setSettings] = useState(false)
  useEffect(() => {
    void client.loadSettings()
    return () => client.leave()
  }, [client])
  const isInside = phase === 'inside' || phase === 'reconnecting'
  return (
    <aside className={classes.panel} hidden={!isShown} aria-label={t('title')} data-phase={phase}>
      <Group justify="space-between" wrap="nowrap" mb="xs">
        <Title order={2} size="h5">
          {t('title')}
        </Title>
        <CloseButton aria-label={t('common:act.close')} onClick={onClose} />
      </Group>
      <Stack gap="sm">
        {error !== null && (
          <Alert
            color={neutralErrors.includes(error) ? 'gray' : 'red'}
            role="alert"
            data-error={error}
            p="xs"
          >
            {t(`error.${error}`)}
          </Alert>
        )}
        {remain !== null && isInside && (
          <Alert color="yellow" role="status" p="xs">
            {t('remain', { count: Math.max(1, Math.round(remain / 60)) })}
          </Alert>
        )}
        {phase === 'reconnecting' && (
          <Text size="sm" role="status">
            {t('reconnecting')}
          </Text>
        )}
        {isInside ? (
          <Inside client={client} getColor={getColor} />
        ) : (
          <Outside wid={wid} client={client} uids={uids} getColor={getColor} />
        )}
        <Group justify="space-between">
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconSettings size={16} stroke={1.5} />}
            aria-expanded={hasSettings}
            onClick={() => setSettings(!hasSettings)}
          >
            {t('settings.title')}
          </Button>
          <RoomLink wid={wid} />
        </Group>
        <Collapse expanded={hasSettings}>
          <VoiceSettingsForm usedKeys={usedKeys} />
        </Collapse>
      </Stack>
    </aside>
  )
}

/** Copies a URL that opens the voice room for everybody with access to the board. */
function RoomLink({ wid }: { wid: string }) {
  const { t } = useTranslation('voice')
  const url = new URL(urls.whiteboard({ wid }), location.origin)
  url.searchParams.set('voice', '1')
  return (
    <CopyButton value={url.href} timeout={2000}>
      {({ copied, copy }) => {
        const Icon = copied ? IconCheck : IconLink
        return (
          <Button
            variant="subtle"
            size="compact-sm"
            title={t('linkHelp')}
            leftSection={<Icon size={16} stroke={1.5} />}
            onClick={copy}
          >
            {copied ? t('common:act.copied') : t('link')}
          </Button>
        )
      }}
    </CopyButton>
  )
}

interface OutsideProps {
  wid: string
  client: VoiceClient
  uids: readonly string[]
  getColor: (uid: string) => number | undefined
}

function Outside({ wid, client, uids, getColor }: OutsideProps) {
  const { t } = useTranslation('voice')
  const left = useSignal(payment.voiceRemain)
  const role = useSignal(session.role)
  useEffect(() => void payment.loadVoiceRemain(wid), [wid])
  const phase = useSignal(client.phase)
  const error = useSignal(client.error)
  const needsNoMicrophone = error === 'denied' || error === 'no-device' || error === 'insecure'
  return (
    <>
      <Text size="sm">{uids.length === 0 ? t('empty') : t('inside', { count: uids.length })}</Text>
      <PeopleToJoin uids={uids} getColor={getColor} />
      <Text size="xs" c="dimmed">
        {t('privacy')}
        {left !== null && left >= 0 && ` ${t('remain', { count: Math.floor(left / 60) })}.`}
      </Text>
      <LimitLine name="voice" wid={wid} isOwner={role === 'owner'} show="near" />
      <Button
        loading={phase === 'joining'}
        onClick={() => void client.join()}
        onPointerEnter={() => client.prepare()}
        onFocus={() => client.prepare()}
      >
        {t(error === null ? 'join' : 'joinAgain')}
      </Button>
      {phase === 'joining' && (
        <Button variant="default" onClick={() => client.leave()}>
          {t('common:act.cancel')}
        </Button>
      )}
      {needsNoMicrophone && (
        <Button variant="default" onClick={() => void client.join({ listen: true })}>
          {t('listen')}
        </Button>
      )}
    </>
  )
}

interface InsideProps {
  client: VoiceClient
  getColor: (uid: string) => number | undefined
}

function Inside({ client, getColor }: InsideProps) {
  const { t } = useTranslation('voice')
  const isOpen = useSignal(client.isOpen)
  const mutedBy = useSignal(client.mutedBy)
  const isTalkingWhileMuted = useSignal(client.isTalkingWhileMuted)
  const isListenOnly = useSignal(client.isListenOnly)
  const people = useSignal(client.people)
  const self = useSignal(client.self)
  const { inputModel, pushToSpeakKeyName, speakFreelyKeyName } = useSignal(settings.voiceConfig)
  const hand = people.find(({ c }) => c === self)?.hand ?? false
  const isPush = inputModel === 'push-to-speak'
  const label = t(isPush ? 'hold' : isOpen ? 'mute' : 'unmute')
  const holding = isPush
    ? {
        onPointerDown: () => client.hold(true),
        onPointerUp: () => client.hold(false),
        onPointerLeave: () => client.hold(false),
        onPointerCancel: () => client.hold(false),
      }
    : { onClick: () => client.toggle() }
  return (
    <>
      <PeopleInVoice client={client} getColor={getColor} />
      {!isListenOnly && <Level client={client} />}
      <Text size="sm" role="status" className={classes.hint ?? ''}>
        {isListenOnly
          ? t('onlyListening')
          : mutedBy !== null
            ? t('mutedBy', { name: mutedBy })
            : isTalkingWhileMuted
              ? t('talksMuted')
              : ''}
      </Text>
      <Group gap="xs" wrap="nowrap">
        {!isListenOnly && (
          <Button
            classNames={{ root: classes.talk ?? '', label: classes.talkLabel ?? '' }}
            variant={isOpen ? 'filled' : 'default'}
            aria-pressed={isOpen}
            leftSection={
              isOpen ? (
                <IconMicrophone size={18} stroke={1.5} />
              ) : (
                <IconMicrophoneOff size={18} stroke={1.5} />
              )
            }
            title={`${label}  ${isPush ? pushToSpeakKeyName : speakFreelyKeyName}`}
            {...holding}
          >
            {label}
          </Button>
        )}
        <ActionIcon
          size="lg"
          variant={hand ? 'filled' : 'default'}
          aria-pressed={hand}
          aria-label={t('hand')}
          title={t('hand')}
          onClick={() => client.raiseHand(!hand)}
        >
          <IconHandStop size={18} stroke={1.5} />
        </ActionIcon>
        <ActionIcon
          size="lg"
          variant="default"
          c="var(--tavla-danger)"
          aria-label={t('leave')}
          title={t('leave')}
          onClick={() => client.leave()}
        >
          <IconPhoneOff size={18} stroke={1.5} />
        </ActionIcon>
      </Group>
    </>
  )
}

function Level({ client }: { client: VoiceClient }) {
  const { t } = useTranslation('voice')
  const level = useSignal(client.level)
  return <meter className={classes.level} min={0} max={1} value={level} aria-label={t('level')} />
}
