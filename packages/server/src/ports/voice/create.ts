import type { Config } from '../../config.ts'
import type { Clock } from '../clock/port.ts'
import { systemClock } from '../clock/system-clock.ts'
import type { Random } from '../random/port.ts'
import { randomSecret } from '../random/values.ts'
import { EmbeddedVoice, type VoiceLog } from './embedded/embedded-voice.ts'
import { LiveKitVoice } from './livekit/livekit-voice.ts'
import type { VoiceEngine } from './port.ts'

/** Voices that are carried at the same time; in a larger room the loudest are. */
const SLOTS = 8

/** The engine that the configuration names; null: voice is off. */
export function createVoiceEngine(
  config: Config,
  { random, log, path }: { readonly random: Random; readonly log: VoiceLog; readonly path: string },
): VoiceEngine | null {
  const { engine, port, address, livekit } = config.voice
  if (engine === 'off') return null
  const newToken = () => randomSecret(random, 'v')
  if (livekit) return new LiveKitVoice({ ...livekit, clock: systemClock, log, path, newToken })
  const bind = config.local ? '127.0.0.1' : null
  return new EmbeddedVoice({
    // Processes and packets take real time, whatever a test's clock says.
    ...{ clock: systemClock satisfies Clock, log, slots: SLOTS, port, bind, address, url: path },
    newToken,
  })
}
