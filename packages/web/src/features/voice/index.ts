export { speakingUids } from './presence.ts'
export { VoiceButton } from './voice-button.tsx'
export { VoiceSettingsSection } from './voice-settings-section.tsx'
