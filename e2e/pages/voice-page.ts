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
  readonly incoming: Map<string, { peer: RTCPeerConnection; analyser: AnalyserNode }>
  readonly context: AudioContext
}

declare global {
  var voiceProbe: VoiceProbe | undefined
}

/** The voice room on a person's board; their microphone is a tone of their own. */
export class VoicePage {
  readonly page: Page
  readonly panel: Locator
  readonly #person: Person

  constructor(person: Person, page: Page = person.page) {
    this.#person = person
    this.page = page
    this.panel = page.getByRole('complementary', { name: 'Voice room' })
  }

  /** `tone` in Hz; null makes the browser refuse the microphone. */
  async open(url: string, wid: string, tone: number | null): Promise<void> {
    await this.page.addInitScript(installAudioProbe, tone)
    await this.page.goto(`${url}/app/whiteboard?w=${wid}`)
    await this.page.getByTestId('voice').click()
    await expect(this.panel).toBeVisible()
  }

  /** Accepts an invite to the voice room; the browser refuses the microphone. */
  async follow(link: string): Promise<void> {
    await this.page.addInitScript(installAudioProbe, null)
    await this.page.goto(link)
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
  tones(): Promise<number[]> {
    return this.page.evaluate(() => {
      const probe = globalThis.voiceProbe
      const tones: number[] = []
      for (const { peer, analyser } of probe?.incoming.values() ?? []) {
        if (peer.connectionState === 'closed') continue
        const wave = new Float32Array(analyser.fftSize)
        analyser.getFloatTimeDomainData(wave)
        const power = wave.reduce((sum, sample) => sum + sample * sample, 0) / wave.length
        if (Math.sqrt(power) < 0.01) continue
        const bins = new Float32Array(analyser.frequencyBinCount)
        analyser.getFloatFrequencyData(bins)
        const loudest = bins.indexOf(Math.max(...bins))
        tones.push(Math.round((loudest * (probe?.context.sampleRate ?? 0)) / analyser.fftSize / 10) * 10)
      }
      return tones.sort((a, b) => a - b)
    })
  }

  async receivesFrom(...tones: readonly number[]): Promise<void> {
    await expect.poll(() => this.tones(), { message: `what ${this.#person.name} hears` }).toEqual(tones)
  }

  row(person: Person): Locator {
    return this.panel.locator(`li[data-uid="${person.uid}"]`)
  }
}

/** Injected before the page's own scripts: replaces the microphone by a tone and analyses every incoming track. */
function installAudioProbe(tone: number | null): void {
  const context = new AudioContext()
  const incoming: VoiceProbe['incoming'] = new Map()
  const peers: RTCPeerConnection[] = []
  globalThis.voiceProbe = { incoming, context }
  navigator.mediaDevices.getUserMedia = () => {
    if (tone === null) return Promise.reject(new DOMException('refused', 'NotAllowedError'))
    const oscillator = context.createOscillator()
    oscillator.frequency.value = tone
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
        incoming.set(`${peers.indexOf(this)} ${transceiver.mid ?? ''}`, { peer: this, analyser })
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
