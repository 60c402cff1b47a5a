export { getVoiceCloseName, voiceCloseCodes } from './voice-close-codes.ts'
export type { VoiceCloseName } from './voice-close-codes.ts'
export { decodeVoiceClientFrame, decodeVoiceServerFrame, voiceFrameLimits } from './frames.ts'
export type { VoiceClientFrame, VoicePerson, VoiceServerFrame } from './frames.ts'
