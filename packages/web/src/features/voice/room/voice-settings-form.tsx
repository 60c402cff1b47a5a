import { Button, Group, NativeSelect, SegmentedControl, Stack, Switch, Text } from '@mantine/core'
import type { VoiceSettings } from '@tavla/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isDesktop } from '../../../platform/dom/desktop.ts'
import { globalTalkKey } from '../../../platform/desktop/global-talk-key.ts'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { getFailureText } from '../../../platform/failure.ts'
import { type AudioDevices, listAudioDevices, onDevicesChanged } from '../../../platform/voice/microphone.ts'
import { settings } from '../../../state/index.ts'
import { getKeyName, reservedKeys } from './mic-keys.ts'

type KeySetting = 'speakFreelyKeyName' | 'pushToSpeakKeyName'

/** Every change is saved immediately. */
export function VoiceSettingsForm({ usedKeys }: { usedKeys: readonly string[] }) {
  const { t } = useTranslation('voice')
  const config = useSignal(settings.voiceConfig)
  const devices = useAudioDevices()
  const [failure, setFailure] = useState<unknown>(null)
  const change = (changed: Partial<VoiceSettings>): void => {
    setFailure(null)
    settings.setVoice(changed).catch(setFailure)
  }
  return (
    <Stack gap="sm">
      <SegmentedControl
        fullWidth
        aria-label={t('settings.model')}
        value={config.inputModel}
        onChange={(inputModel) => change({ inputModel: inputModel as VoiceSettings['inputModel'] })}
        data={[
          { value: 'speak-freely', label: t('settings.speakFreely') },
          { value: 'push-to-speak', label: t('settings.pushToSpeak') },
        ]}
      />
      <KeyField name="speakFreelyKeyName" {...{ config, usedKeys, change }} />
      <KeyField name="pushToSpeakKeyName" {...{ config, usedKeys, change }} />
      {config.inputModel === 'push-to-speak' && globalTalkKey.isOffered() && (
        <GlobalKeySwitch keyName={config.pushToSpeakKeyName} />
      )}
      <DeviceField
        label={t('settings.input')}
        devices={devices.inputs}
        value={config.inputDevice ?? ''}
        onChange={(inputDevice) => change({ inputDevice })}
      />
      {devices.outputs.length > 0 && (
        <DeviceField
          label={t('settings.output')}
          devices={devices.outputs}
          value={config.outputDevice ?? ''}
          onChange={(outputDevice) => change({ outputDevice })}
        />
      )}
      {(['noiseSuppression', 'echoCancellation', 'autoGainControl', 'joinMuted', 'chime'] as const).map(
        (name) => (
          <Switch
            key={name}
            label={t(`settings.${name}`)}
            checked={config[name] ?? name !== 'joinMuted'}
            onChange={({ currentTarget }) => change({ [name]: currentTarget.checked })}
          />
        ),
      )}
      {failure !== null && (
        <Text size="sm" c="red" role="alert">
          {getFailureText(failure)}
        </Text>
      )}
    </Stack>
  )
}

/** Says what the app then sees before it is turned on, and why it cannot be. */
function GlobalKeySwitch({ keyName }: { keyName: string }) {
  const { t } = useTranslation('voice')
  const isChosen = useSignal(globalTalkKey.isChosen)
  const problem = useSignal(globalTalkKey.problem)
  return (
    <Switch
      label={t('settings.everywhere')}
      description={t('settings.everywhereText', { key: keyName })}
      error={problem !== null && t(`settings.everywhereError.${problem}`, { key: keyName })}
      checked={isChosen}
      onChange={({ currentTarget }) => void globalTalkKey.choose(currentTarget.checked, keyName)}
    />
  )
}

interface DeviceFieldProps {
  label: string
  devices: readonly MediaDeviceInfo[]
  value: string
  onChange(device: string): void
}

function DeviceField({ label, devices, value, onChange }: DeviceFieldProps) {
  const { t } = useTranslation('voice')
  const data = [
    { value: '', label: t('settings.default') },
    ...devices
      .filter(({ deviceId }) => deviceId !== 'default')
      .map(({ deviceId, label: name }, index) => ({
        value: deviceId,
        label: name || t('settings.device', { number: index + 1 }),
      })),
  ]
  return (
    <NativeSelect
      label={label}
      data={data}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

interface KeyFieldProps {
  name: KeySetting
  config: VoiceSettings
  usedKeys: readonly string[]
  change(changed: Partial<VoiceSettings>): void
}

function KeyField({ name, config, usedKeys, change }: KeyFieldProps) {
  const { t } = useTranslation('voice')
  const [isWaiting, setWaiting] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  useEffect(() => {
    if (!isWaiting) return
    const take = (event: KeyboardEvent): void => {
      event.preventDefault()
      event.stopPropagation()
      const key = getKeyName(event)
      if (['Shift', 'Control', 'Alt', 'AltGraph', 'Meta'].includes(key)) return
      setWaiting(false)
      if (key === 'Escape') return
      const other = name === 'speakFreelyKeyName' ? config.pushToSpeakKeyName : config.speakFreelyKeyName
      if (reservedKeys.includes(key) || key === other) return setRefused(key)
      setRefused(null)
      change({ [name]: key })
    }
    window.addEventListener('keydown', take, true)
    return () => window.removeEventListener('keydown', take, true)
  }, [isWaiting, name, config, change])
  const key = config[name]
  return (
    <div>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{t(`settings.${name}`)}</Text>
        <Button
          variant="default"
          size="xs"
          aria-label={t('settings.changeKey', { key })}
          onClick={() => setWaiting(!isWaiting)}
        >
          {isWaiting ? t('settings.pressKey') : key}
        </Button>
      </Group>
      <Text size="xs" c="dimmed" role="status">
        {refused !== null
          ? t('settings.keyTaken', { key: refused })
          : usedKeys.includes(key)
            ? t('settings.keyConflict', { key })
            : key === 'F12' && !isDesktop()
              ? t('settings.f12')
              : ''}
      </Text>
    </div>
  )
}

function useAudioDevices(): AudioDevices {
  const [devices, setDevices] = useState<AudioDevices>({ inputs: [], outputs: [] })
  useEffect(() => {
    const read = (): void => {
      listAudioDevices().then(setDevices, () => undefined)
    }
    read()
    return onDevicesChanged(read)
  }, [])
  return devices
}
