import { effect, signal } from '@preact/signals-core'
import { Refusal, type VoiceSettings, type VoiceTicket } from '@tavla/contract'
import { voiceCloseCodes } from '@tavla/contract/voice'
import type { VoiceCloseName, VoicePerson, VoiceServerFrame } from '@tavla/contract/voice'
import { clock } from '../../../platform/dom/clock.ts'
import { api } from '../../../platform/network/api.ts'
import {
  chime,
  type Microphone,
  type MicrophoneFault,
  openMicrophone,
  SlotPlayer,
} from '../../../platform/voice/microphone.ts'
import { VoiceConnection } from '../../../platform/voice/voice-connection.ts'
import { settings } from '../../../state/index.ts'
import { ownVoice, speakingUids } from '../presence.ts'
import { listenToKeys } from './listen-to-keys.ts'
import { nextTalk, silent, type Talk, type TalkEvent } from './talk-keys.ts'

/** Problems with playback or the microphone. */
export type VoiceFault =
  | MicrophoneFault
  | Extract<VoiceCloseName, 'full' | 'quota' | 'replaced' | 'removed' | 'no_access' | 'session_ended'>
  | 'off'
  | 'failed'

export type VoicePhase = 'outside' | 'joining' | 'inside' | 'reconnecting'

/** Pauses before coming back, ms; after the last one it goes on with that. */
const REJOIN_MS = [100, 400, 1_000, 2_000, 5_000]
const LEVEL_MS = 100
const REMEMBERED_LEVEL = 0.25
/** A person who talks into a closed microphone sees a hint after so many measures in a row. */
const TALKS_MUTED = 4

/** This tab in a voice room. */
export class VoiceClient {
  readonly phase = signal<VoicePhase>('outside')
  readonly fault = signal<VoiceFault | null>(null)
  readonly people = signal<readonly VoicePerson[]>([])
  readonly speaking = signal<ReadonlySet<string>>(new Set())
  readonly self = signal('')
  readonly isModerator = signal(false)
  readonly isOpen = signal(false)
  readonly onlyListens = signal(false)
  readonly level = signal(0)
  readonly talksMuted = signal(false)
  /** Name of the admin who closed this microphone. */
  readonly mutedBy = signal<string | null>(null)
  /** Seconds left of the plan, once they are few. */
  readonly remain = signal<number | null>(null)
  readonly volumes = signal<ReadonlyMap<string, number>>(new Map())
  readonly #wid: string
  #connection: VoiceConnection | null = null
  #microphone: Microphone | null = null
  #talk: Talk = silent
  #players = new Map<number, SlotPlayer>()
  #slots: readonly (string | null)[] = []
  #attempt = 0
  #loud = 0
  /** Counts joins and leaves, so that an answer that comes too late changes nothing. */
  #visit = 0
  #stops: (() => void)[] = []

  constructor(wid: string) {
    this.#wid = wid
  }

  /** Opens the microphone and goes in; `listen`: without a microphone. */
  async join({ listen = false } = {}): Promise<void> {
    if (this.phase.peek() !== 'outside') return
    const visit = (this.#visit += 1)
    this.#setPhase('joining')
    this.fault.value = null
    this.mutedBy.value = null
    this.remain.value = null
    await settings.loadVoice().catch(() => undefined)
    const microphone = listen ? null : await this.#openMicrophone()
    if (visit !== this.#visit) return stop(microphone)
    if (typeof microphone === 'string') {
      this.fault.value = microphone
      return this.#setPhase('outside')
    }
    this.#microphone = microphone
    this.onlyListens.value = microphone === null
    const { inputModel, joinMuted = false } = settings.voiceConfig.peek()
    this.#talk = { on: microphone !== null && inputModel === 'speak-freely' && !joinMuted, held: null }
    this.#watchPage(visit)
    this.#attempt = 0
    await this.#connect(visit)
  }

  leave(): void {
    this.#leave(null)
  }

  /** M, or the button. */
  toggle(): void {
    this.#setTalk({ on: !this.#talk.on, held: null })
  }

  /** The button that is held to speak. */
  hold(on: boolean): void {
    this.#setTalk({ on, held: null })
  }

  raiseHand(up: boolean): void {
    this.#connection?.send({ t: 'hand', up })
  }

  mute(c: string | null): void {
    this.#connection?.send({ t: 'mute', c })
  }

  remove(c: string): void {
    this.#connection?.send({ t: 'remove', c })
  }

  setVolume(c: string, volume: number): void {
    this.volumes.value = new Map(this.volumes.peek()).set(c, volume)
    this.#setVolumes()
  }

  async #connect(visit: number): Promise<void> {
    let ticket: VoiceTicket
    try {
      ticket = await api.space.voiceToken({ query: { wid: this.#wid } }, { quiet: true })
    } catch (error) {
      if (visit === this.#visit) this.#refused(error, visit)
      return
    }
    if (visit !== this.#visit) return
    const { url, token, iceServers } = ticket
    const servers = iceServers.map(({ urls, username = '', credential = '' }) => ({
      urls,
      username,
      credential,
    }))
    const connection: VoiceConnection = new VoiceConnection({
      ...{ url, token, iceServers: servers, mic: this.#talk.on },
      microphone: this.#microphone?.track ?? null,
      onFrame: (frame) => this.#receive(frame),
      onClosed: (name) => this.#closed(name, visit),
      onSound: (slot, sound) => this.#play(slot, sound),
      onBroken: () => connection.send({ t: 'renew' }),
    })
    this.#connection = connection
  }

  #refused(error: unknown, visit: number): void {
    const name = error instanceof Refusal ? error.codeName : undefined
    if (name === 'limit_reached') this.#leave('quota')
    else if (name === 'not_found') this.#leave('off')
    else if (name === 'too_many_requests') this.#leave('full')
    else if (name === undefined || name === 'internal') this.#rejoin(visit)
    else this.#leave('failed')
  }

  #closed(name: VoiceCloseName | null, visit: number): void {
    if (visit !== this.#visit) return
    if (name === null || voiceCloseCodes[name].rejoin) return this.#rejoin(visit)
    const isFault = name !== 'bad_frame' && name !== 'bad_origin'
    this.#leave(isFault ? (name as VoiceFault) : 'failed')
  }

  #rejoin(visit: number): void {
    this.#connection = null
    this.#setPhase('reconnecting')
    const delay = REJOIN_MS[Math.min(this.#attempt, REJOIN_MS.length - 1)] ?? 0
    this.#attempt += 1
    this.#stops.push(
      clock.after(delay, () => {
        if (visit === this.#visit) void this.#connect(visit)
      }),
    )
  }

  #leave(fault: VoiceFault | null): void {
    this.#visit += 1
    for (const each of this.#stops.splice(0)) each()
    this.#connection?.close()
    this.#connection = null
    stop(this.#microphone)
    this.#microphone = null
    for (const player of this.#players.values()) player.stop()
    this.#players.clear()
    this.#talk = silent
    this.isOpen.value = false
    this.people.value = []
    this.speaking.value = new Set()
    speakingUids.value = new Set()
    this.fault.value = fault
    this.#setPhase('outside')
  }

  #receive(frame: VoiceServerFrame): void {
    if (frame.t === 'joined') {
      this.self.value = frame.c
      this.isModerator.value = frame.moderator
      this.#attempt = 0
      this.#setPhase('inside')
    } else if (frame.t === 'people') this.#setPeople(frame.people)
    else if (frame.t === 'slots') {
      this.#slots = frame.slots
      this.#setVolumes()
    } else if (frame.t === 'speaking') this.#setSpeaking(frame.c)
    else if (frame.t === 'muted') {
      this.#setTalk(silent)
      this.mutedBy.value = frame.by
    } else if (frame.t === 'moderator') this.isModerator.value = frame.moderator
    else if (frame.t === 'minutes') this.remain.value = frame.remain
    else if (frame.t === 'interrupted') this.#setPhase('reconnecting')
  }

  #setPeople(people: readonly VoicePerson[]): void {
    const before = this.people.peek()
    this.people.value = people
    if (people.find(({ c }) => c === this.self.peek())?.connected) this.#setPhase('inside')
    if (before.length === 0 || settings.voiceConfig.peek().chime === false) return
    const others = (list: readonly VoicePerson[]) => new Set(list.map(({ uid }) => uid)).size
    if (others(people) !== others(before)) chime(others(people) > others(before), clock)
  }

  #setSpeaking(all: readonly string[]): void {
    this.speaking.value = new Set(all)
    const heard = this.people.peek().filter(({ c }) => all.includes(c))
    speakingUids.value = new Set(heard.map(({ uid }) => uid))
  }

  #play(slot: number, sound: MediaStream): void {
    const player = this.#players.get(slot) ?? new SlotPlayer()
    this.#players.set(slot, player)
    player.play(sound)
    void player.setOutput(settings.voiceConfig.peek().outputDevice ?? '')
    this.#setVolumes()
  }

  #setVolumes(): void {
    const volumes = this.volumes.peek()
    for (const [slot, player] of this.#players) player.setVolume(volumes.get(this.#slots[slot] ?? '') ?? 1)
  }

  #setTalk(talk: Talk): void {
    if (!this.#microphone && talk.on) return
    this.#talk = talk
    if (this.#microphone) this.#microphone.track.enabled = talk.on
    if (talk.on === this.isOpen.peek()) return
    this.isOpen.value = talk.on
    if (talk.on) this.mutedBy.value = null
    this.#connection?.send({ t: 'mic', on: talk.on })
    this.#setPhase(this.phase.peek())
  }

  #setPhase(phase: VoicePhase): void {
    this.phase.value = phase
    if (phase === 'inside') {
      this.isOpen.value = this.#talk.on
      if (this.#microphone) this.#microphone.track.enabled = this.#talk.on
    }
    ownVoice.value =
      phase === 'outside' ? 'outside' : phase !== 'inside' ? 'joining' : this.#talk.on ? 'open' : 'muted'
  }

  #openMicrophone(): Promise<Microphone | MicrophoneFault> {
    const { inputDevice, noiseSuppression, echoCancellation, autoGainControl } = settings.voiceConfig.peek()
    const choice = {
      ...{ device: inputDevice || undefined, noiseSuppression },
      ...{ echoCancellation: echoCancellation ?? true, autoGainControl: autoGainControl ?? true },
    }
    return openMicrophone(choice, () => this.#lostMicrophone())
  }

  /** An unplugged headset: nobody is recorded by a device that they did not choose. */
  #lostMicrophone(): void {
    this.#hear({ type: 'release' })
    this.#setTalk(silent)
    this.fault.value = 'no-device'
  }

  async #changeMicrophone(visit: number): Promise<void> {
    if (!this.#microphone) return
    const next = await this.#openMicrophone()
    if (visit !== this.#visit || typeof next === 'string') {
      if (typeof next === 'string') this.fault.value = next
      else next.stop()
      return
    }
    next.track.enabled = this.#talk.on
    stop(this.#microphone)
    this.#microphone = next
    this.fault.value = null
    await this.#connection?.setMicrophone(next.track)
  }

  #hear(event: TalkEvent): void {
    this.#setTalk(nextTalk(this.#talk, event, settings.voiceConfig.peek()))
  }

  /** Keys, devices, network and own level, for as long as this tab is in the room. */
  #watchPage(visit: number): void {
    let devices: string | null = null
    let output: string | null = null
    let model: VoiceSettings['inputModel'] | null = null
    this.#stops.push(
      listenToKeys(
        (event) => this.#hear(event),
        (name) => {
          const { inputModel, pushToSpeakKeyName, speakFreelyKeyName } = settings.voiceConfig.peek()
          return name === (inputModel === 'push-to-speak' ? pushToSpeakKeyName : speakFreelyKeyName)
        },
      ),
      effect(() => {
        const config = settings.voiceConfig.value
        const { inputDevice, noiseSuppression, echoCancellation, autoGainControl } = config
        const input = JSON.stringify([inputDevice, noiseSuppression, echoCancellation, autoGainControl])
        if (devices !== null && input !== devices) void this.#changeMicrophone(visit)
        if (output !== null && output !== (config.outputDevice ?? ''))
          for (const player of this.#players.values()) void player.setOutput(config.outputDevice ?? '')
        if (model !== null && model !== config.inputModel) this.#setTalk(silent)
        devices = input
        output = config.outputDevice ?? ''
        model = config.inputModel
      }),
    )
    // Another network: the socket of the one before may look alive for minutes.
    const renew = (): void => {
      this.#connection?.close()
      this.#rejoin(visit)
    }
    const leave = (): void => this.leave()
    window.addEventListener('online', renew)
    window.addEventListener('pagehide', leave)
    this.#stops.push(() => {
      window.removeEventListener('online', renew)
      window.removeEventListener('pagehide', leave)
    })
    this.#measure(visit)
  }

  #measure(visit: number): void {
    const measure = (): void => {
      if (visit !== this.#visit) return
      const level = this.#microphone?.getLevel() ?? 0
      this.level.value = level
      const isMuted = !this.#talk.on && this.phase.peek() === 'inside'
      this.#loud = isMuted && level > REMEMBERED_LEVEL ? this.#loud + 1 : Math.max(0, this.#loud - 0.2)
      this.talksMuted.value = isMuted && this.#loud >= TALKS_MUTED
      clock.after(LEVEL_MS, measure)
    }
    measure()
  }
}

function stop(microphone: Microphone | MicrophoneFault | null): void {
  if (microphone !== null && typeof microphone !== 'string') microphone.stop()
}
