import type { Clock } from '../dom/clock.ts'

export interface MicrophoneChoice {
  readonly device: string | undefined
  readonly noiseSuppression: boolean
  readonly echoCancellation: boolean
  readonly autoGainControl: boolean
}

/** Why there is no microphone. */
export type MicrophoneFault = 'insecure' | 'denied' | 'no-device'

export interface Microphone {
  /** What is sent; `enabled` opens and closes it. */
  readonly track: MediaStreamTrack
  /** From 0 to 1, of what is said into it, also while it is closed. */
  getLevel(): number
  stop(): void
}

const SAMPLES = 1_024

/** Opens a microphone; asks the person the first time. */
export async function openMicrophone(
  choice: MicrophoneChoice,
  onLost: () => void,
): Promise<Microphone | MicrophoneFault> {
  // Browsers give no microphone to pages without TLS, except on the machine itself.
  if (!isSecureContext || !('mediaDevices' in navigator)) return 'insecure'
  const { device, ...processing } = choice
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: { ...processing, ...(device ? { deviceId: { ideal: device } } : {}) },
    })
    const [heard] = stream.getAudioTracks()
    return heard ? measure(heard, onLost) : 'no-device'
  } catch (error) {
    return error instanceof DOMException && ['NotAllowedError', 'SecurityError'].includes(error.name)
      ? 'denied'
      : 'no-device'
  }
}

/** What is sent is a copy, so that the level is known, too, while nothing is sent. */
function measure(heard: MediaStreamTrack, onLost: () => void): Microphone {
  const track = heard.clone()
  track.enabled = false
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = SAMPLES
  context.createMediaStreamSource(new MediaStream([heard])).connect(analyser)
  const samples = new Float32Array(SAMPLES)
  heard.onended = onLost
  return {
    track,
    getLevel() {
      analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / SAMPLES
      // Speech is between -50 and -10 dB.
      return Math.min(1, Math.max(0, (10 * Math.log10(power + 1e-10) + 50) / 40))
    },
    stop() {
      heard.onended = null
      heard.stop()
      track.stop()
      void context.close()
    },
  }
}

export interface AudioDevices {
  readonly inputs: readonly MediaDeviceInfo[]
  readonly outputs: readonly MediaDeviceInfo[]
}

/** The browser gives device names only once a microphone may be used. */
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

/** Plays what a slot carries; a browser that refuses plays it after the next click. */
export class SlotPlayer {
  readonly #element = new Audio()

  play(sound: MediaStream): void {
    this.#element.srcObject = sound
    this.#start()
  }

  setVolume(volume: number): void {
    this.#element.volume = volume
  }

  async setOutput(device: string): Promise<void> {
    // A device that is gone leaves the sound where it was.
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

/** Two short tones up for somebody who comes, down for somebody who goes. */
export function chime(comes: boolean, clock: Clock): void {
  const context = new AudioContext()
  const gain = context.createGain()
  gain.gain.value = 0.04
  gain.connect(context.destination)
  for (const [index, frequency] of (comes ? [523, 784] : [784, 523]).entries()) {
    const tone = context.createOscillator()
    tone.frequency.value = frequency
    tone.connect(gain)
    tone.start(context.currentTime + index * 0.12)
    tone.stop(context.currentTime + index * 0.12 + 0.1)
  }
  clock.after(600, () => void context.close())
}
