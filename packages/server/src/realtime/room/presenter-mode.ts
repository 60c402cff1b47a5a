import { type PresenterAccess, type Presenting, getPresentingRole } from '@tavla/contract/realtime'
import { isAtLeast } from '@tavla/contract'
import type { Clock } from '../../ports/clock/port.ts'
import type { Role } from '../room-access.ts'
import { realtimeLimits } from '../realtime-limits.ts'

/** A tab that starts or stops presenting. */
export interface Presenter {
  readonly c: string
  readonly uid: string
  readonly name: string
  readonly role: Role
}

/**
 * Who presents in a room, and what others may do meanwhile. Lives as long as the room: a disconnected
 * presenter is waited for, and a page announces it again after a server restart.
 */
export class PresenterMode {
  readonly #clock: Clock
  readonly #changed: () => void
  #now: Presenting | null = null
  #cancel: () => void = () => undefined

  constructor(clock: Clock, changed: () => void) {
    this.#clock = clock
    this.#changed = changed
  }

  get presenting(): Presenting | null {
    return this.#now
  }

  /** This person's effective role. */
  getRole(uid: string, role: Role): Role {
    return getPresentingRole(this.#now, uid, role)
  }

  /** A request that is not allowed changes nothing; the answer is the current presenter. */
  ask({ c, uid, name, role }: Presenter, allows: PresenterAccess | null): void {
    const isOwn = this.#now?.uid === uid
    const canEnd = isOwn || isAtLeast(role, 'admin')
    if (allows === null) return canEnd ? this.#set(null) : undefined
    if (!isAtLeast(this.getRole(uid, role), 'editor')) return
    const isSame = isOwn && this.#now?.c === c && this.#now.allows === allows
    this.#set(isSame ? this.#now : { c, uid, name, allows })
  }

  /** Ends presenting if the presenter's role no longer allows it. */
  rolesChanged(roles: ReadonlyMap<string, Role>): void {
    const role = this.#now && roles.get(this.#now.uid)
    if (this.#now && !(role && isAtLeast(role, 'editor'))) this.#set(null)
  }

  left(c: string): void {
    if (this.#now?.c !== c) return
    this.#cancel()
    this.#cancel = this.#clock.after(realtimeLimits.presenterAway, () => this.#set(null))
  }

  stop(): void {
    this.#cancel()
  }

  #set(presenting: Presenting | null): void {
    this.#cancel()
    if (presenting === this.#now) return
    this.#now = presenting
    this.#changed()
  }
}
