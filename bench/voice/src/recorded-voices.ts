import type { Someone } from '../../../packages/server/src/testing/as.ts'
import { VoiceTestClient } from '../../../packages/server/src/testing/voice-test-client.ts'

/** Packets of 40 ms that make one second, so that pauses at its ends are rare. */
const recordedPackets = 25

/** Records what the one person who talks in a room says: a second of Opus. */
export async function recordVoice(serverUrl: string, listener: Someone, wid: string): Promise<readonly Buffer[]> {
  const client = await VoiceTestClient.join(serverUrl, listener, wid, { mic: false })
  const payloads: Buffer[] = []
  client.onPayload = (payload) => {
    payloads.push(payload)
    client.notify()
  }
  await client.waitUntil(() => payloads.length >= recordedPackets)
  client.close()
  return payloads.slice(0, recordedPackets)
}

/** Joins as a person without a page who says a recording again and again. */
export async function replayVoice(
  serverUrl: string,
  speaker: Someone,
  wid: string,
  sound: readonly Buffer[],
): Promise<VoiceTestClient> {
  const client = await VoiceTestClient.join(serverUrl, speaker, wid)
  client.sound = sound
  return client
}
