import { IconHeadphones, IconMicrophone, IconMicrophoneOff } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { useConfig } from '../account/index.ts'
import { loadChunk } from '../../platform/chunks/chunk-retry.ts'
import { ownVoice, useVoicePeople } from './presence.ts'
import classes from './voice.module.css'

const VoicePanel = lazy(async () => {
  const part = await loadChunk('voice-panel', () => import('./room/voice-panel.tsx'))
  return { default: part.VoicePanel }
})

interface VoiceButtonProps {
  wid: string
  /** Opens the panel immediately, after a voice invite. */
  opened?: boolean
  /** Keys of the board's shortcuts. */
  usedKeys: readonly string[]
  /** Index of a person's color on this board. */
  getColor: (uid: string) => number | undefined
}

const icons = {
  outside: IconHeadphones,
  joining: IconHeadphones,
  muted: IconMicrophoneOff,
  open: IconMicrophone,
}

/** The voice button in the top bar, with the number of participants. */
export function VoiceButton({ wid, opened = false, usedKeys, getColor }: VoiceButtonProps) {
  const { t } = useTranslation('board')
  const people = useVoicePeople(wid)
  const own = useSignal(ownVoice)
  const [isShown, setShown] = useState(opened)
  const [isLoaded, setLoaded] = useState(opened)
  const { data: config } = useConfig()
  if (config?.voice === false) return null
  const Icon = icons[own]
  const label = people.length > 0 ? t('voice.buttonCount', { count: people.length }) : t('voice.button')
  return (
    <>
      <button
        type="button"
        className={classes.button}
        data-voice={own}
        data-testid="voice"
        title={label}
        aria-label={label}
        aria-expanded={isShown}
        onClick={() => {
          setLoaded(true)
          setShown(!isShown)
        }}
      >
        <Icon size={20} stroke={1.5} aria-hidden />
        {people.length > 0 && <span className={classes.count}>{people.length}</span>}
      </button>
      {isLoaded && (
        <Suspense fallback={null}>
          <VoicePanel
            wid={wid}
            uids={people}
            usedKeys={usedKeys}
            getColor={getColor}
            isShown={isShown}
            onClose={() => setShown(false)}
          />
        </Suspense>
      )}
    </>
  )
}
