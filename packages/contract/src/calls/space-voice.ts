import { z } from 'zod'
import { defineCall } from '../call.ts'
import { VoiceSettings, VoiceTicket } from '../entities/voice.ts'
import { SpaceId } from '../wire.ts'

const ofSpace = z.object({ wid: SpaceId })

/** The voice room; `phonicsroom` in the API. */
export const voice = {
  voiceSettings: defineCall({
    method: 'GET',
    path: '/api/space/phonicsroom/settings',
    summary: 'My voice settings, for all spaces',
    auth: 'user',
    data: () => VoiceSettings,
  }),
  setVoiceSettings: defineCall({
    method: 'POST',
    path: '/api/space/phonicsroom/settings',
    summary: 'Change any of my voice settings',
    auth: 'user',
    body: () => VoiceSettings.partial(),
    data: () => VoiceSettings,
  }),
  voiceToken: defineCall({
    method: 'GET',
    path: '/api/space/phonicsroom/token',
    summary: 'Opens the voice room once, within 60 s',
    auth: 'viewer',
    space: 'query.wid',
    query: () => ofSpace,
    data: () => VoiceTicket,
    codes: ['limit_reached'],
  }),
  voiceRemain: defineCall({
    method: 'GET',
    path: '/api/space/phonicsroom/remainduration',
    summary: "Voice time left in the owner's plan, seconds; -1 is unlimited",
    auth: 'viewer',
    space: 'query.wid',
    query: () => ofSpace,
    data: () => z.object({ remain: z.int().min(-1) }),
  }),
}
