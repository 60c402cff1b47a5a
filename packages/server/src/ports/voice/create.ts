import type { Config } from '../../config.ts'
import type { Clock } from '../clock/port.ts'
import { systemClock } from '../clock/system-clock.ts'
import type { Random } from '../random/port.ts'
import { randomSecret } from '../random/values.ts'
import { EmbeddedVoiceEngine, type VoiceLog } from './embedded/embedded-voice-engine.ts'
import type { VoiceEngine } from './port.ts'

/** Voices forwarded at the same time; in larger rooms the loudest ones. */
const SLOTS = 8

/** Null when voice is off. LiveKit's SDK is loaded on demand: its 150 modules slow what a server does first. */
export async function createVoiceEngine(
  config: Config,
  { random, log, path }: { readonly random: Random; readonly log: VoiceLog; readonly path: string },
): Promise<VoiceEngine | null> {
  const { engine, port, address, livekit } = config.voice
  if (engine === 'off') return null
  const newToken = () => randomSecret(random, 'v')
  if (livekit) {
    const { LiveKitVoiceEngine } = await import('./livekit/livekit-voice-engine.ts')
    return new LiveKitVoiceEngine({ ...livekit, clock: systemClock, log, path, newToken })
  }
  const bind = config.local ? '127.0.0.1' : null
  return new EmbeddedVoiceEngine({
    // Processes and packets take real time even when a test controls the clock.
    ...{ clock: systemClock satisfies Clock, log, slots: SLOTS, port, bind, address, url: path },
    newToken,
  })
}
