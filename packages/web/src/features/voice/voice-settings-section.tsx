import { lazy, Suspense, useEffect } from 'react'
import { loadChunk } from '../../platform/chunks/chunk-retry.ts'
import { settings } from '../../state/index.ts'

const VoiceSettingsForm = lazy(async () => {
  const part = await loadChunk('voice-settings', () => import('./room/voice-settings-form.tsx'))
  return { default: part.VoiceSettingsForm }
})

const noKeys: readonly string[] = []

/** Voice settings outside of a board. */
export function VoiceSettingsSection() {
  useEffect(() => {
    settings
      .loadVoice()
      .catch((error: unknown) => console.error('The voice settings could not be loaded', error))
  }, [])
  return (
    <Suspense fallback={null}>
      <VoiceSettingsForm usedKeys={noKeys} />
    </Suspense>
  )
}
