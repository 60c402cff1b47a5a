/** Packets up to this level, in -dBov, count as speech; background noise after the browser's suppression is above 60. */
const SPEECH = 50
/** A participant counts as speaking for this long after the last speech packet. */
const HOLD_MS = 400
/** When all slots are speaking, a new speaker must be this much louder, in dB. */
const LOUDER_BY = 6
/** Weight of a new packet in the smoothed level, about 100 ms of speech. */
const SMOOTHING = 0.2

interface VoiceActivity {
  /** Smoothed -dBov. */
  level: number
  lastSpeechAt: number
}

/**
 * Chooses whose activity is carried in the slots of a room. While there are enough slots everybody keeps theirs, so that the
 * first syllable is not lost; otherwise a speaker takes the slot of the participant who has been silent longest.
 */
export class LoudestSpeakers {
  readonly #activities = new Map<string, VoiceActivity>()
  readonly #slots: (string | null)[]
  /** Increases with every change of the slots. */
  version = 0

  constructor(slots: number) {
    this.#slots = Array.from({ length: slots }, () => null)
  }

  get slots(): readonly (string | null)[] {
    return this.#slots
  }

  add(id: string): void {
    this.#activities.set(id, { level: 127, lastSpeechAt: Number.NEGATIVE_INFINITY })
    const free = this.#slots.indexOf(null)
    if (free !== -1) this.#assign(free, id)
  }

  /** A slot that becomes free goes to a participant without one. */
  remove(id: string): void {
    this.#activities.delete(id)
    const slot = this.#slots.indexOf(id)
    if (slot === -1) return
    const waiting = [...this.#activities.keys()].filter((other) => !this.#slots.includes(other))
    const [next = null] = waiting.sort((a, b) => this.#getLastSpeech(b) - this.#getLastSpeech(a))
    this.#assign(slot, next)
  }

  /** Updates a participant's level; returns the slot that carries the packet, or null. */
  addPacket(id: string, level: number | null, nowMs: number): number | null {
    const activity = this.#activities.get(id)
    if (!activity) return null
    // Packets without a level count as quiet speech.
    const packetLevel = level ?? SPEECH
    activity.level += (packetLevel - activity.level) * SMOOTHING
    if (packetLevel <= SPEECH) activity.lastSpeechAt = nowMs
    const slot = this.#slots.indexOf(id)
    if (slot !== -1) return slot
    return packetLevel <= SPEECH ? this.#takeSlot(id, activity, nowMs) : null
  }

  isSpeaking(id: string, nowMs: number): boolean {
    return nowMs - this.#getLastSpeech(id) <= HOLD_MS
  }

  #assign(slot: number, id: string | null): void {
    this.#slots[slot] = id
    this.version += 1
  }

  #takeSlot(id: string, activity: VoiceActivity, nowMs: number): number | null {
    let slot = -1
    for (const [index, owner] of this.#slots.entries()) {
      if (owner === null || this.isSpeaking(owner, nowMs)) continue
      const best = this.#slots[slot] ?? null
      if (best === null || this.#getLastSpeech(owner) < this.#getLastSpeech(best)) slot = index
    }
    if (slot === -1) slot = this.#findQuieter(activity.level)
    if (slot === -1) return null
    this.#assign(slot, id)
    return slot
  }

  #findQuieter(level: number): number {
    const levels = this.#slots.map((owner) => this.#activities.get(owner ?? '')?.level ?? 0)
    const quietest = Math.max(...levels)
    return quietest - level >= LOUDER_BY ? levels.indexOf(quietest) : -1
  }

  #getLastSpeech(id: string): number {
    return this.#activities.get(id)?.lastSpeechAt ?? Number.NEGATIVE_INFINITY
  }
}
