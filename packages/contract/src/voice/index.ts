export { getVoiceCloseName, voiceCloseCodes } from './close-codes.ts'
export type { VoiceCloseName } from './close-codes.ts'
export { decodeVoiceClientFrame, decodeVoiceServerFrame, voiceFrameLimits } from './frames.ts'
export type { VoiceClientFrame, VoicePerson, VoiceServerFrame } from './frames.ts'
