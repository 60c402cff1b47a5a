import type { Config } from '../../config.ts'
import type { Clock } from '../clock/port.ts'
import { systemClock } from '../clock/system-clock.ts'
import type { Random } from '../random/port.ts'
import { randomSecret } from '../random/values.ts'
import { EmbeddedVoiceEngine, type VoiceLog } from './embedded/embedded-voice-engine.ts'
import { LiveKitVoiceEngine } from './livekit/livekit-voice-engine.ts'
import type { VoiceEngine } from './port.ts'

/** Voices forwarded at the same time; in larger rooms the loudest ones. */
const SLOTS = 8

/** Null when voice is off. */
export function createVoiceEngine(
  config: Config,
  { random, log, path }: { readonly random: Random; readonly log: VoiceLog; readonly path: string },
): VoiceEngine | null {
  const { engine, port, address, livekit } = config.voice
  if (engine === 'off') return null
  const newToken = () => randomSecret(random, 'v')
  if (livekit) return new LiveKitVoiceEngine({ ...livekit, clock: systemClock, log, path, newToken })
  const bind = config.local ? '127.0.0.1' : null
  return new EmbeddedVoiceEngine({
    // Processes and packets take real time even when a test controls the clock.
    ...{ clock: systemClock satisfies Clock, log, slots: SLOTS, port, bind, address, url: path },
    newToken,
  })
}
