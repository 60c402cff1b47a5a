import type { Clock } from '../dom/clock.ts'

export interface MicrophoneChoice {
  readonly device: string | undefined
  readonly noiseSuppression: boolean
  readonly echoCancellation: boolean
  readonly autoGainControl: boolean
}

/** Why no microphone could be opened. */
export type MicrophoneError = 'insecure' | 'denied' | 'no-device'

export interface Microphone {
  /** The transmitted track; `enabled` mutes and unmutes it. */
  readonly track: MediaStreamTrack
  /** Input level from 0 to 1, also while muted. */
  getLevel(): number
  stop(): void
}

const SAMPLES = 1_024

/** Opens a microphone; the browser asks for permission the first time. */
export async function openMicrophone(
  choice: MicrophoneChoice,
  onLost: () => void,
): Promise<Microphone | MicrophoneError> {
  // Browsers allow microphones only in secure contexts.
  if (!isSecureContext || !('mediaDevices' in navigator)) return 'insecure'
  const { device, ...processing } = choice
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: { ...processing, ...(device ? { deviceId: { ideal: device } } : {}) },
    })
    const [source] = stream.getAudioTracks()
    return source ? createMicrophone(source, onLost) : 'no-device'
  } catch (error) {
    return error instanceof DOMException && ['NotAllowedError', 'SecurityError'].includes(error.name)
      ? 'denied'
      : 'no-device'
  }
}

/** Transmits a clone of the track, so that the level can be measured while muted. */
function createMicrophone(source: MediaStreamTrack, onLost: () => void): Microphone {
  const track = source.clone()
  track.enabled = false
  let meter: { readonly context: AudioContext; readonly analyser: AnalyserNode } | null = null
  const samples = new Float32Array(SAMPLES)
  source.onended = onLost
  return {
    track,
    getLevel() {
      meter ??= createMeter(source)
      meter.analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / SAMPLES
      // Speech is between -50 and -10 dB.
      return Math.min(1, Math.max(0, (10 * Math.log10(power + 1e-10) + 50) / 40))
    },
    stop() {
      source.onended = null
      source.stop()
      track.stop()
      void meter?.context.close()
    },
  }
}

function createMeter(source: MediaStreamTrack) {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = SAMPLES
  context.createMediaStreamSource(new MediaStream([source])).connect(analyser)
  return { context, analyser }
}

export interface AudioDevices {
  readonly inputs: readonly MediaDeviceInfo[]
  readonly outputs: readonly MediaDeviceInfo[]
}

/** Browsers reveal device names only with microphone permission. */
export async function listAudioDevices(): Promise<AudioDevices> {
  if (!('mediaDevices' in navigator)) return { inputs: [], outputs: [] }
  const all = await navigator.mediaDevices.enumerateDevices()
  const named = all.filter(({ deviceId }) => deviceId !== '')
  const canChoose = 'setSinkId' in HTMLMediaElement.prototype
  return {
    inputs: named.filter(({ kind }) => kind === 'audioinput'),
    outputs: canChoose ? named.filter(({ kind }) => kind === 'audiooutput') : [],
  }
}

export function onDevicesChanged(changed: () => void): () => void {
  if (!('mediaDevices' in navigator)) return () => undefined
  navigator.mediaDevices.addEventListener('devicechange', changed)
  return () => navigator.mediaDevices.removeEventListener('devicechange', changed)
}

/** Plays the audio of a slot. When autoplay is blocked, it starts at the next click. */
export class SlotPlayer {
  readonly #element = new Audio()

  play(stream: MediaStream): void {
    this.#element.srcObject = stream
    this.#start()
  }

  setVolume(volume: number): void {
    this.#element.volume = volume
  }

  async setOutput(device: string): Promise<void> {
    // With a missing device the output stays as it was.
    if ('setSinkId' in this.#element) await this.#element.setSinkId(device).catch(() => undefined)
  }

  stop(): void {
    this.#element.pause()
    this.#element.srcObject = null
  }

  #start(): void {
    this.#element.play().catch(() => {
      document.addEventListener('pointerdown', () => this.#start(), { once: true })
    })
  }
}

/** Plays two short tones, rising for a join and falling for a leave. */
export function playChime(isJoin: boolean, clock: Clock): void {
  const context = new AudioContext()
  const gain = context.createGain()
  gain.gain.value = 0.04
  gain.connect(context.destination)
  for (const [index, frequency] of (isJoin ? [523, 784] : [784, 523]).entries()) {
    const tone = context.createOscillator()
    tone.frequency.value = frequency
    tone.connect(gain)
    tone.start(context.currentTime + index * 0.12)
    tone.stop(context.currentTime + index * 0.12 + 0.1)
  }
  clock.after(600, () => void context.close())
}
