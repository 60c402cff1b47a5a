import { effect, signal } from '@preact/signals-core'
import { Refusal, type VoiceSettings, type VoiceTicket } from '@tavla/contract'
import { voiceCloseCodes } from '@tavla/contract/voice'
import type { VoiceCloseName, VoicePerson, VoiceServerFrame } from '@tavla/contract/voice'
import { clock } from '../../../platform/dom/clock.ts'
import { globalTalkKey } from '../../../platform/desktop/global-talk-key.ts'
import { api } from '../../../platform/network/api.ts'
import {
  playChime,
  type Microphone,
  type MicrophoneError,
  openMicrophone,
  SlotPlayer,
} from '../../../platform/voice/microphone.ts'
import { VoiceConnection } from '../../../platform/voice/voice-connection.ts'
import { settings } from '../../../state/index.ts'
import { ownVoice, speakingUids } from '../presence.ts'
import { JoinChime } from './join-chime.ts'
import { JoinTickets } from './join-tickets.ts'
import { listenToMicKeys } from './listen-to-mic-keys.ts'
import { MediaWatch } from './media-watch.ts'
import { reduceMicKey, micOff, type MicState, type MicKeyEvent } from './mic-keys.ts'

/** Why this tab is not in the room, or has no microphone. */
export type VoiceError =
  | MicrophoneError
  | Extract<VoiceCloseName, 'full' | 'quota' | 'replaced' | 'removed' | 'no_access' | 'session_ended'>
  | 'off'
  | 'failed'

export type VoicePhase = 'outside' | 'joining' | 'inside' | 'reconnecting'

/** Delays before rejoining, ms; the last one repeats. */
const REJOIN_MS = [100, 400, 1_000, 2_000, 5_000]
/** How long after an interruption a server without a media engine is expected to get it back, ms. */
const ENGINE_BACK_WITHIN_MS = 60_000
/** The panel does not show the room before sound is up, because rendering delays the connection; but after this long it does, ms. */
const SHOWN_WITHIN_MS = 1_000
const LEVEL_MS = 100
const LOUD_LEVEL = 0.25
/** Loud samples in a row after which a muted person sees a hint. */
const LOUD_SAMPLES = 4

/** This tab's participation in a voice room. */
export class VoiceClient {
  readonly phase = signal<VoicePhase>('outside')
  readonly error = signal<VoiceError | null>(null)
  readonly people = signal<readonly VoicePerson[]>([])
  readonly speaking = signal<ReadonlySet<string>>(new Set())
  readonly self = signal('')
  readonly isModerator = signal(false)
  readonly isOpen = signal(false)
  readonly isListenOnly = signal(false)
  readonly level = signal(0)
  readonly isTalkingWhileMuted = signal(false)
  /** Name of the admin who muted this person. */
  readonly mutedBy = signal<string | null>(null)
  /** Remaining seconds of the plan, once the server has warned. */
  readonly remain = signal<number | null>(null)
  readonly volumes = signal<ReadonlyMap<string, number>>(new Map())
  readonly #tickets: JoinTickets
  /** The latest reading of the settings; null before the first and after a failure. */
  #settings: Promise<void> | null = null
  #connection: VoiceConnection | null = null
  #microphone: Microphone | null = null
  #micState: MicState = micOff
  #players = new Map<number, SlotPlayer>()
  #slots: readonly (string | null)[] = []
  #rejoinAttempt = 0
  readonly #media = new MediaWatch({
    clock,
    onInterrupted: () => this.#setPhase('reconnecting'),
    onRestored: () => this.#setPhase('inside'),
    rejoin: () => void this.#connect(),
  })
  readonly #chime = new JoinChime(clock, (isJoin) => {
    if (settings.voiceConfig.peek().chime !== false) playChime(isJoin, clock)
  })
  #loudSamples = 0
  /** When the room was lost; null while inside and before the first connection failed. */
  #lostAt: number | null = null
  /** Incremented by each join and leave, so that late answers are ignored. */
  #joinId = 0
  /** Incremented by each connection of a join. */
  #attempt = 0
  /** Incremented by each change of device or processing: the microphone opened for the last one is used. */
  #microphoneChange = 0
  #disposers: (() => void)[] = []

  constructor(wid: string) {
    this.#tickets = new JoinTickets(clock, () => api.space.voiceToken({ query: { wid } }, { quiet: true }))
  }

  /** Reads the settings, so that a join need not wait for them. */
  loadSettings(): Promise<void> {
    this.#settings ??= settings.loadVoice().catch(() => {
      this.#settings = null
    })
    return this.#settings
  }

  /** Requests a ticket when a join is likely to follow. */
  prepare(): void {
    if (this.phase.peek() === 'outside') this.#tickets.prepare()
  }

  /** Opens the microphone and joins; `listen` joins without a microphone. */
  async join({ listen = false } = {}): Promise<void> {
    if (this.phase.peek() !== 'outside') return
    const joinId = (this.#joinId += 1)
    this.#setPhase('joining')
    this.error.value = null
    this.mutedBy.value = null
    this.remain.value = null
    // Requested while the browser opens the microphone.
    this.#tickets.prepare()
    await this.loadSettings()
    const microphone = listen ? null : await this.#openMicrophone()
    if (joinId !== this.#joinId) return stop(microphone)
    if (typeof microphone === 'string') {
      this.error.value = microphone
      return this.#setPhase('outside')
    }
    this.#microphone = microphone
    this.isListenOnly.value = microphone === null
    const { inputModel, joinMuted = false } = settings.voiceConfig.peek()
    this.#micState = { on: microphone !== null && inputModel === 'speak-freely' && !joinMuted, heldKey: null }
    this.#listen(joinId)
    this.#rejoinAttempt = 0
    await this.#connect()
  }

  leave(): void {
    this.#leave(null)
  }

  /** For the M key and the button. */
  toggle(): void {
    this.#setMicState({ on: !this.#micState.on, heldKey: null })
  }

  /** For the push-to-talk button. */
  hold(on: boolean): void {
    this.#setMicState({ on, heldKey: null })
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

  async #connect(): Promise<void> {
    const attempt = (this.#attempt += 1)
    this.#connection?.close()
    this.#connection = null
    this.#media.startConnection()
    let ticket: VoiceTicket
    try {
      ticket = await this.#tickets.take()
    } catch (error) {
      if (attempt === this.#attempt) this.#handleRefusal(error)
      return
    }
    if (attempt !== this.#attempt) return
    const { url, token, iceServers } = ticket
    const servers = iceServers.map(({ urls, username = '', credential = '' }) => ({
      urls,
      username,
      credential,
    }))
    this.#connection = new VoiceConnection({
      ...{ url, token, iceServers: servers, mic: this.#micState.on },
      microphone: this.#microphone?.track ?? null,
      onFrame: (frame) => this.#receive(frame),
      onClosed: (name) => {
        if (attempt === this.#attempt) this.#handleClose(name)
      },
      onAudio: (slot, stream) => this.#play(slot, stream),
      onMedia: (isUp) => {
        if (attempt !== this.#attempt) return
        this.#media.set({ here: isUp })
        if (isUp) this.#enter()
      },
    })
  }

  #handleRefusal(error: unknown): void {
    const name = error instanceof Refusal ? error.codeName : undefined
    const lostMs = this.#lostAt === null ? Infinity : clock.now() - this.#lostAt
    const isEngineAway = Math.min(this.#media.interruptedMs ?? Infinity, lostMs) < ENGINE_BACK_WITHIN_MS
    if (name === 'limit_reached') this.#leave('quota')
    else if (name === 'not_found' && isEngineAway) this.#rejoin()
    else if (name === 'not_found') this.#leave('off')
    else if (name === 'too_many_requests' && getReason(error) === 'full') this.#leave('full')
    else if (name === undefined || name === 'internal' || name === 'too_many_requests') this.#rejoin()
    else this.#leave('failed')
  }

  #handleClose(name: VoiceCloseName | null): void {
    if (name === null || voiceCloseCodes[name].rejoin) return this.#rejoin()
    const isShown = name !== 'bad_frame' && name !== 'bad_origin'
    this.#leave(isShown ? (name as VoiceError) : 'failed')
  }

  #rejoin(): void {
    this.#connection?.close()
    this.#connection = null
    this.#lostAt ??= clock.now()
    this.#setPhase('reconnecting')
    const attempt = (this.#attempt += 1)
    const delay = REJOIN_MS[Math.min(this.#rejoinAttempt, REJOIN_MS.length - 1)] ?? 0
    this.#rejoinAttempt += 1
    this.#disposers.push(
      clock.after(delay, () => {
        if (attempt === this.#attempt) void this.#connect()
      }),
    )
  }

  #leave(error: VoiceError | null): void {
    this.#joinId += 1
    this.#attempt += 1
    for (const each of this.#disposers.splice(0)) each()
    this.#connection?.close()
    this.#connection = null
    stop(this.#microphone)
    this.#microphone = null
    for (const player of this.#players.values()) player.stop()
    this.#players.clear()
    this.#micState = micOff
    this.isOpen.value = false
    this.people.value = []
    this.speaking.value = new Set()
    speakingUids.value = new Set()
    this.error.value = error
    this.#media.stop()
    this.#chime.stop()
    this.#lostAt = null
    this.#setPhase('outside')
  }

  #receive(frame: VoiceServerFrame): void {
    if (frame.t === 'joined') {
      this.self.value = frame.c
      this.isModerator.value = frame.moderator
      this.#rejoinAttempt = 0
      this.#lostAt = null
      const attempt = this.#attempt
      this.#disposers.push(
        clock.after(SHOWN_WITHIN_MS, () => {
          if (attempt === this.#attempt) this.#enter()
        }),
      )
    } else if (frame.t === 'people') this.#setPeople(frame.people)
    else if (frame.t === 'slots') {
      this.#slots = frame.slots
      this.#setVolumes()
    } else if (frame.t === 'speaking') this.#setSpeaking(frame.c)
    else if (frame.t === 'muted') {
      this.#setMicState(micOff)
      this.mutedBy.value = frame.by
    } else if (frame.t === 'moderator') this.isModerator.value = frame.moderator
    else if (frame.t === 'minutes') this.remain.value = frame.remain
    else if (frame.t === 'interrupted') this.#media.interrupt()
  }

  #enter(): void {
    if (this.#media.interruptedMs === null && this.phase.peek() !== 'inside') this.#setPhase('inside')
  }

  #setPeople(people: readonly VoicePerson[]): void {
    this.people.value = people
    this.#media.set({ there: people.find(({ c }) => c === this.self.peek())?.connected ?? false })
    this.#chime.setPeople(new Set(people.map(({ uid }) => uid)))
  }

  #setSpeaking(all: readonly string[]): void {
    this.speaking.value = new Set(all)
    const heard = this.people.peek().filter(({ c }) => all.includes(c))
    speakingUids.value = new Set(heard.map(({ uid }) => uid))
  }

  #play(slot: number, stream: MediaStream): void {
    const player = this.#players.get(slot) ?? new SlotPlayer()
    this.#players.set(slot, player)
    player.play(stream)
    void player.setOutput(settings.voiceConfig.peek().outputDevice ?? '')
    this.#setVolumes()
  }

  #setVolumes(): void {
    const volumes = this.volumes.peek()
    for (const [slot, player] of this.#players) player.setVolume(volumes.get(this.#slots[slot] ?? '') ?? 1)
  }

  #setMicState(state: MicState): void {
    if (!this.#microphone && state.on) return
    this.#micState = state
    if (this.#microphone) this.#microphone.track.enabled = state.on
    if (state.on === this.isOpen.peek()) return
    this.isOpen.value = state.on
    if (state.on) this.mutedBy.value = null
    this.#connection?.send({ t: 'mic', on: state.on })
    this.#setPhase(this.phase.peek())
  }

  #setPhase(phase: VoicePhase): void {
    this.phase.value = phase
    if (phase === 'inside') {
      this.isOpen.value = this.#micState.on
      if (this.#microphone) this.#microphone.track.enabled = this.#micState.on
    }
    ownVoice.value =
      phase === 'outside' ? 'outside' : phase !== 'inside' ? 'joining' : this.#micState.on ? 'open' : 'muted'
  }

  #openMicrophone(): Promise<Microphone | MicrophoneError> {
    const { inputDevice, noiseSuppression, echoCancellation, autoGainControl } = settings.voiceConfig.peek()
    const choice = {
      ...{ device: inputDevice || undefined, noiseSuppression },
      ...{ echoCancellation: echoCancellation ?? true, autoGainControl: autoGainControl ?? true },
    }
    return openMicrophone(choice, () => this.#handleMicrophoneLost())
  }

  /** Does not fall back to another device: nobody should be heard through a device that they did not choose. */
  #handleMicrophoneLost(): void {
    this.#setMicState(micOff)
    this.error.value = 'no-device'
  }

  async #changeMicrophone(joinId: number): Promise<void> {
    if (!this.#microphone) return
    const change = (this.#microphoneChange += 1)
    const next = await this.#openMicrophone()
    if (joinId !== this.#joinId || change !== this.#microphoneChange) return stop(next)
    if (typeof next === 'string') {
      this.error.value = next
      return
    }
    next.track.enabled = this.#micState.on
    stop(this.#microphone)
    this.#microphone = next
    this.error.value = null
    await this.#connection?.setMicrophone(next.track)
  }

  #handleKey(event: MicKeyEvent): void {
    // A key that is watched in other programs is held until it is released there.
    if (event.type === 'release' && globalTalkKey.isWatching()) return
    this.#setMicState(reduceMicKey(this.#micState, event, settings.voiceConfig.peek()))
  }

  /** Watches keys, devices, network and the own level until leaving. */
  #listen(joinId: number): void {
    let devices: string | null = null
    let output: string | null = null
    let model: VoiceSettings['inputModel'] | null = null
    this.#disposers.push(
      listenToMicKeys(
        (event) => this.#handleKey(event),
        (name) => {
          const { inputModel, pushToSpeakKeyName, speakFreelyKeyName } = settings.voiceConfig.peek()
          return name === (inputModel === 'push-to-speak' ? pushToSpeakKeyName : speakFreelyKeyName)
        },
      ),
      effect(() => {
        const config = settings.voiceConfig.value
        const { inputDevice, noiseSuppression, echoCancellation, autoGainControl } = config
        const input = JSON.stringify([inputDevice, noiseSuppression, echoCancellation, autoGainControl])
        if (devices !== null && input !== devices) void this.#changeMicrophone(joinId)
        if (output !== null && output !== (config.outputDevice ?? ''))
          for (const player of this.#players.values()) void player.setOutput(config.outputDevice ?? '')
        if (model !== null && model !== config.inputModel) this.#setMicState(micOff)
        devices = input
        output = config.outputDevice ?? ''
        model = config.inputModel
      }),
    )
    this.#disposers.push(effect(() => this.#watchGlobalKey()))
    // After a network change the old socket may look open for minutes.
    const renew = (): void => this.#rejoin()
    const leave = (): void => this.leave()
    window.addEventListener('online', renew)
    window.addEventListener('pagehide', leave)
    this.#disposers.push(() => {
      window.removeEventListener('online', renew)
      window.removeEventListener('pagehide', leave)
    })
    this.#measure(joinId)
  }

  /** In the desktop app, the push-to-talk key also works in other programs if the person wants it. */
  #watchGlobalKey(): (() => void) | undefined {
    const { inputModel, pushToSpeakKeyName: key } = settings.voiceConfig.value
    if (inputModel !== 'push-to-speak' || !globalTalkKey.isChosen.value) return undefined
    return globalTalkKey.watch(key, (isDown) => {
      if (!isDown) this.#handleKey({ type: 'up', key })
      // In this window the key is seen anyway, and is a character while text is edited.
      else if (!document.hasFocus())
        this.#handleKey({ type: 'down', key, repeat: false, modified: false, isTyping: false })
    })
  }

  #measure(joinId: number): void {
    const measure = (): void => {
      if (joinId !== this.#joinId) return
      // While joining, an audio context would delay the connection.
      const level = (this.phase.peek() === 'joining' ? undefined : this.#microphone?.getLevel()) ?? 0
      this.level.value = level
      const isMuted = !this.#micState.on && this.phase.peek() === 'inside'
      this.#loudSamples =
        isMuted && level > LOUD_LEVEL ? this.#loudSamples + 1 : Math.max(0, this.#loudSamples - 0.2)
      this.isTalkingWhileMuted.value = isMuted && this.#loudSamples >= LOUD_SAMPLES
      clock.after(LEVEL_MS, measure)
    }
    measure()
  }
}

const getReason = (error: unknown): unknown =>
  error instanceof Refusal && typeof error.data === 'object' && error.data !== null && 'reason' in error.data
    ? error.data.reason
    : undefined

function stop(microphone: Microphone | MicrophoneError | null): void {
  if (microphone !== null && typeof microphone !== 'string') microphone.stop()
}
