/** -dBov up to which a packet counts as speech; room noise after the browser's suppression is beyond 60. */
const SPEECH = 50
/** After the last word a voice keeps its slot and its ring this long. */
const HOLD_MS = 400
/** Where everybody talks at once, a newcomer must be this much louder, in dB. */
const LOUDER_BY = 6
/** Weight of a new packet in the smoothed level: about 100 ms of speech decide. */
const SMOOTHING = 0.2

interface Voice {
  /** Smoothed -dBov. */
  level: number
  spokeAt: number
}

/**
 * Chooses whose voice is carried in the slots of a room. Slots are sticky: while there are enough, everybody keeps theirs
 * and no first syllable is lost; then the speaker takes the slot of the person silent longest.
 */
export class LoudestSpeakers {
  readonly #voices = new Map<string, Voice>()
  readonly #slots: (string | null)[]

  constructor(slots: number) {
    this.#slots = Array.from({ length: slots }, () => null)
  }

  get slots(): readonly (string | null)[] {
    return this.#slots
  }

  add(id: string): void {
    this.#voices.set(id, { level: 127, spokeAt: Number.NEGATIVE_INFINITY })
    const free = this.#slots.indexOf(null)
    if (free !== -1) this.#slots[free] = id
  }

  /** A slot that becomes free goes to somebody who has none. */
  remove(id: string): void {
    this.#voices.delete(id)
    const slot = this.#slots.indexOf(id)
    if (slot === -1) return
    const waiting = [...this.#voices.keys()].filter((other) => !this.#slots.includes(other))
    this.#slots[slot] = waiting.sort((a, b) => this.#spokeAt(b) - this.#spokeAt(a))[0] ?? null
  }

  /** A packet of somebody; the slot that carries it, or null. */
  hear(id: string, level: number | null, nowMs: number): number | null {
    const voice = this.#voices.get(id)
    if (!voice) return null
    // Without a level the sound itself is all that is known; it counts as quiet speech.
    const heard = level ?? SPEECH
    voice.level += (heard - voice.level) * SMOOTHING
    if (heard <= SPEECH) voice.spokeAt = nowMs
    const slot = this.#slots.indexOf(id)
    if (slot !== -1) return slot
    return heard <= SPEECH ? this.#take(id, voice, nowMs) : null
  }

  isSpeaking(id: string, nowMs: number): boolean {
    return nowMs - this.#spokeAt(id) <= HOLD_MS
  }

  #take(id: string, voice: Voice, nowMs: number): number | null {
    let slot = -1
    for (const [index, owner] of this.#slots.entries()) {
      if (owner === null || this.isSpeaking(owner, nowMs)) continue
      const best = this.#slots[slot] ?? null
      if (best === null || this.#spokeAt(owner) < this.#spokeAt(best)) slot = index
    }
    if (slot === -1) slot = this.#findQuieter(voice.level)
    if (slot === -1) return null
    this.#slots[slot] = id
    return slot
  }

  #findQuieter(level: number): number {
    const levels = this.#slots.map((owner) => this.#voices.get(owner ?? '')?.level ?? 0)
    const quietest = Math.max(...levels)
    return quietest - level >= LOUDER_BY ? levels.indexOf(quietest) : -1
  }

  #spokeAt(id: string): number {
    return this.#voices.get(id)?.spokeAt ?? Number.NEGATIVE_INFINITY
  }
}
