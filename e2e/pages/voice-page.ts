import { readdirSync, readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Person } from './people.ts'

/** Chromium switches for a fake microphone and for WebRTC over the loopback interface. */
export const voiceArguments = [
  '--autoplay-policy=no-user-gesture-required',
  '--allow-loopback-in-peer-connection',
]

/** What the script injected into the page stores for the test. */
interface VoiceProbe {
  /** By incoming track, of the connections that are open. */
  readonly incoming: Map<string, { peer: RTCPeerConnection; analyser: AnalyserNode; track: MediaStreamTrack }>
  readonly context: AudioContext
  /** Frequencies of what the page itself has played. */
  readonly chimes: number[]
  readonly players: Set<HTMLMediaElement>
  /** What the page asked of the microphone each time. */
  readonly constraints: MediaTrackConstraints[]
  /** By player, the output device chosen. */
  readonly outputs: Map<HTMLMediaElement, string>
}

/** Devices that the injected script offers; the second microphone has a tone of its own. */
const devices = { microphone: 'Headset', output: 'Desk speaker' }
export const headsetTone = 1_000

declare global {
  var voiceProbe: VoiceProbe | undefined
}

/** The voice room on a person's board; their microphone is a tone of their own. */
export class VoicePage {
  readonly page: Page
  readonly panel: Locator
  readonly #person: Pick<Person, 'name'>

  constructor(person: Pick<Person, 'name' | 'page'>, page: Page = person.page) {
    this.#person = person
    this.page = page
    this.panel = page.getByRole('complementary', { name: 'Voice room' })
  }

  /** `tone` in Hz; null makes the browser refuse the microphone. */
  async open(url: string, wid: string, tone: number | null): Promise<void> {
    await this.page.addInitScript(installAudioProbe, { tone, headsetTone, devices })
    await this.page.goto(`${url}/app/whiteboard?w=${wid}`)
    await this.page.getByTestId('voice').click()
    await expect(this.panel).toBeVisible()
  }

  /** Opens an invite to the voice room; without a tone the browser refuses the microphone. */
  async follow(link: string, tone: number | null = null): Promise<void> {
    await this.page.addInitScript(installAudioProbe, { tone, headsetTone, devices })
    await this.page.goto(link)
  }

  /** Accepts the invite that is shown. */
  async accept(): Promise<void> {
    await this.page.getByRole('button', { name: 'Open the board' }).click()
    await expect(this.panel).toBeVisible()
  }

  async join(): Promise<void> {
    await this.panel.getByRole('button', { name: 'Join voice' }).click()
    await this.isInside()
  }

  async isInside(): Promise<void> {
    await expect(this.panel).toHaveAttribute('data-phase', 'inside')
  }

  /** The tones received now, in Hz, rounded to 10. */
  async tones(): Promise<number[]> {
    return (await this.#listen()).map(({ tone }) => tone)
  }

  /** Volume from 0 to 1 at which a tone that is received is played. */
  async volume(tone: number): Promise<number | undefined> {
    return (await this.#listen()).find((each) => each.tone === tone)?.volume
  }

  #listen(): Promise<{ tone: number; volume: number }[]> {
    return this.page.evaluate(() => {
      const probe = globalThis.voiceProbe
      const heard: { tone: number; volume: number }[] = []
      for (const { peer, analyser, track } of probe?.incoming.values() ?? []) {
        if (peer.connectionState === 'closed') continue
        const wave = new Float32Array(analyser.fftSize)
        analyser.getFloatTimeDomainData(wave)
        const power = wave.reduce((sum, sample) => sum + sample * sample, 0) / wave.length
        if (Math.sqrt(power) < 0.01) continue
        const bins = new Float32Array(analyser.frequencyBinCount)
        analyser.getFloatFrequencyData(bins)
        const loudest = bins.indexOf(Math.max(...bins))
        const tone = Math.round((loudest * (probe?.context.sampleRate ?? 0)) / analyser.fftSize / 10) * 10
        const player = [...(probe?.players ?? [])].find(
          ({ srcObject }) => srcObject instanceof MediaStream && srcObject.getTracks().includes(track),
        )
        heard.push({ tone, volume: player?.volume ?? -1 })
      }
      return heard.sort((a, b) => a.tone - b.tone)
    })
  }

  async receivesFrom(...tones: readonly number[]): Promise<void> {
    await expect.poll(() => this.tones(), { message: `what ${this.#person.name} hears` }).toEqual(tones)
  }

  /** Frequencies of the chimes played so far. */
  chimes(): Promise<readonly number[]> {
    return this.page.evaluate(() => globalThis.voiceProbe?.chimes ?? [])
  }

  /** What the page asked of the microphone when it last opened it. */
  microphone(): Promise<MediaTrackConstraints | undefined> {
    return this.page.evaluate(() => globalThis.voiceProbe?.constraints.at(-1))
  }

  /** Output devices that others are played on. */
  outputs(): Promise<string[]> {
    return this.page.evaluate(() => [...new Set(globalThis.voiceProbe?.outputs.values())])
  }

  row(person: Pick<Person, 'uid'>): Locator {
    return this.panel.locator(`li[data-uid="${person.uid}"]`)
  }
}

interface ProbeOptions {
  readonly tone: number | null
  readonly headsetTone: number
  readonly devices: { readonly microphone: string; readonly output: string }
}

/** Injected before the page's own scripts: replaces the microphone by a tone and analyses every incoming track. */
function installAudioProbe({ tone, headsetTone, devices }: ProbeOptions): void {
  const context = new AudioContext()
  const incoming: VoiceProbe['incoming'] = new Map()
  const peers: RTCPeerConnection[] = []
  const probe: VoiceProbe = {
    ...{ incoming, context, chimes: [], constraints: [], players: new Set(), outputs: new Map() },
  }
  globalThis.voiceProbe = probe
  const { start } = OscillatorNode.prototype
  OscillatorNode.prototype.start = function (when) {
    if (this.context !== context) probe.chimes.push(this.frequency.value)
    Reflect.apply(start, this, [when])
  }
  const { play } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.play = function () {
    probe.players.add(this)
    return Reflect.apply(play, this, []) as Promise<void>
  }
  HTMLMediaElement.prototype.setSinkId = function (device) {
    probe.outputs.set(this, device)
    return Promise.resolve()
  }
  const createDevice = (kind: MediaDeviceKind, label: string): MediaDeviceInfo => {
    const device = { kind, label, deviceId: label, groupId: '' }
    return { ...device, toJSON: () => device }
  }
  navigator.mediaDevices.enumerateDevices = () =>
    Promise.resolve([
      createDevice('audioinput', 'Built-in microphone'),
      createDevice('audioinput', devices.microphone),
      createDevice('audiooutput', devices.output),
    ])
  navigator.mediaDevices.getUserMedia = (constraints) => {
    if (typeof constraints?.audio === 'object') probe.constraints.push(constraints.audio)
    if (tone === null) return Promise.reject(new DOMException('refused', 'NotAllowedError'))
    const oscillator = context.createOscillator()
    const isHeadset = JSON.stringify(constraints?.audio ?? null).includes(`"${devices.microphone}"`)
    oscillator.frequency.value = isHeadset ? headsetTone : tone
    const destination = context.createMediaStreamDestination()
    oscillator.connect(destination)
    oscillator.start()
    return Promise.resolve(destination.stream)
  }
  const { setRemoteDescription } = RTCPeerConnection.prototype
  RTCPeerConnection.prototype.setRemoteDescription = function (description) {
    if (!peers.includes(this)) {
      peers.push(this)
      this.addEventListener('track', ({ track, transceiver }) => {
        if (track.kind !== 'audio') return
        const analyser = context.createAnalyser()
        analyser.fftSize = 8192
        analyser.smoothingTimeConstant = 0
        context.createMediaStreamSource(new MediaStream([track])).connect(analyser)
        incoming.set(`${peers.indexOf(this)} ${transceiver.mid ?? ''}`, { peer: this, analyser, track })
      })
    }
    return Reflect.apply(setRemoteDescription, this, [description]) as Promise<void>
  }
}

/** Id of the process that forwards a server's voice. */
export function findVoice(serverUrl: string): number {
  const { port } = new URL(serverUrl)
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const command = readCommand(pid)
    if (command.includes('forwarder-main') && command.includes(`"port":${port},`)) return Number(pid)
  }
  throw new Error('No process forwards sound')
}

function readCommand(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    // It exited since it was listed.
    return ''
  }
}
