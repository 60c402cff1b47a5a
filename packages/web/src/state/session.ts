import { batch, signal } from '@preact/signals-core'
import type { ReadonlySignal, Signal } from '@preact/signals-core'
import { basePath, logoutDelayMs } from '@tavla/contract'
import type { Role, SignedIn, User, Vip } from '@tavla/contract'
import { pathBelowBase, pathsOfSessions } from '../platform/dom/url.ts'
import type { Place } from '../platform/dom/url.ts'
import { sleep } from '../platform/dom/clock.ts'
import type { Clock } from '../platform/dom/clock.ts'
import type { SendOptions } from '../platform/network/send.ts'
import type { BrowserStorage } from '../platform/storage.ts'
import { clearedByLogout, keys } from '../platform/storage-keys.ts'
import type { EndedSession, StoredUser } from '../platform/storage-keys.ts'
import type { TokenRenewal } from '../platform/network/token-renewal.ts'
import type { Invites } from './invites.ts'

export interface SessionDeps {
  readonly storage: BrowserStorage
  readonly clock: Clock
  readonly place: Place
  readonly invites: Invites
  readonly randomId: () => string
  readonly tokenRenewal: TokenRenewal
  /** Ends the session on the server, without waiting for the answer. */
  readonly postLogout: (token: string) => void
  readonly loadVip: () => Promise<Vip>
}

/** The session state of spec §3. Components read the signals and call the functions; they write nothing. */
export interface Session {
  readonly isLogin: ReadonlySignal<boolean>
  readonly userInfo: ReadonlySignal<StoredUser | null>
  /** Incremented when presence changes: `member/online` is requested again. */
  readonly refreshOnlineUser: ReadonlySignal<number>
  /** Incremented when a name or photo has loaded: notifications are rendered again. */
  readonly setNoticeUser: ReadonlySignal<number>
  readonly userStatus: ReadonlySignal<Vip['userStatus'] | null>
  readonly expireTime: ReadonlySignal<string | null>
  /** Seconds. */
  readonly remainTime: ReadonlySignal<number | null>
  readonly sub_type: ReadonlySignal<Vip['sub_type'] | null>
  /** Whether the plan renews at `expireTime`. */
  readonly autoRenew: ReadonlySignal<boolean>
  /** In the open space; null elsewhere. */
  readonly role: ReadonlySignal<Role | null>
  readonly freeLimit: ReadonlySignal<Vip['freeLimit'] | null>

  start(): void
  /** Completes every kind of sign-in; returns the path to go to, below the base path. */
  signedIn(answer: SignedIn, guest?: { readonly secret?: string | undefined }): string
  /**
   * Sends a call that returns a new token and stores it (a guest's upgrade, a connected provider). Returns the
   * path to go to.
   */
  renew(call: (options: SendOptions) => Promise<SignedIn>): Promise<string>
  /**
   * Updates account details from any call that returns them. Details requested with a token that was replaced
   * meanwhile belong to the previous session and are ignored.
   */
  learned(user: Partial<User>, requestToken?: string): void
  logout(): void
  /** The account is deleted; a guest cannot return to it either. */
  deleted(): void
  /** Handles code 4001 for a call or socket that used this token. Ignored unless the token is still stored. */
  sessionInvalid(token: string | null): void
  /** A guest signs in with another account: the work stays in the guest copies, and the guest's session continues. */
  leaveAsGuest(to?: string): void
  /** Why the login page is shown if nobody signed out in this tab; null otherwise. */
  readonly endedSession: () => EndedSession | null
  /**
   * The stored URL, returned once, if nobody is signed in and it needs no session: an email link that was opened
   * with an expired session still works.
   */
  mailedLink(): string | null
  /** The guest who was signed in here before and can return with uid and secret. */
  savedGuest(): { readonly uid: string; readonly secret: string; readonly name: string } | null
  /** Restores the guest's space list from its copy. */
  restoreGuestSpaces(): void
  clearGuestSpaces(): void
  loadVip(): Promise<void>
  /** Limits of the plan and their usage, from `limit/free`. */
  limitsFound(limits: Vip['freeLimit']): void
  setRole(role: Role | null): void
  onlineChanged(): void
  noticeUserFound(): void
}

interface Cells {
  isLogin: Signal<boolean>
  userInfo: Signal<StoredUser | null>
  refreshOnlineUser: Signal<number>
  setNoticeUser: Signal<number>
  userStatus: Signal<Vip['userStatus'] | null>
  expireTime: Signal<string | null>
  remainTime: Signal<number | null>
  sub_type: Signal<Vip['sub_type'] | null>
  autoRenew: Signal<boolean>
  role: Signal<Role | null>
  freeLimit: Signal<Vip['freeLimit'] | null>
}

function createCells(): Cells {
  return {
    isLogin: signal(false),
    userInfo: signal(null),
    refreshOnlineUser: signal(0),
    setNoticeUser: signal(0),
    userStatus: signal(null),
    expireTime: signal(null),
    remainTime: signal(null),
    sub_type: signal(null),
    autoRenew: signal(false),
    role: signal(null),
    freeLimit: signal(null),
  }
}

export function createSession(deps: SessionDeps): Session {
  const cells = createCells()
  const { storage } = deps

  // Observers of one of the two can read the other.
  const take = (user: StoredUser | null) =>
    batch(() => {
      cells.userInfo.value = user
      cells.isLogin.value = user !== null
    })
  const store = (user: StoredUser) => {
    storage.write(keys.userinfo, user)
    take(user)
  }
  const forget = () => {
    storage.remove(...clearedByLogout)
    take(null)
  }

  const ending = createEnding(deps, { cells, forget })
  const guests = createGuests(deps, { cells, forget, store, loginPath: ending.loginPath })

  const signedIn: Session['signedIn'] = ({ token, user }, guest) => {
    const before = storage.read(keys.userinfo) ?? storage.read(keys.guestUserinfo)
    const secret = guest?.secret ?? (before?.uid === user.uid ? before?.secret : undefined)
    if (storage.read(keys.notices)?.uid !== user.uid) storage.remove(keys.notices)
    if (!isWhoWasHere(user, storage)) storage.remove(keys.subexpired)
    storage.remove(keys.ended)
    store({ ...user, token, ...(secret === undefined ? {} : { secret }) })
    if (user.email !== null) storage.write(keys.lastUserEmail, user.email)
    storage.write(keys.clientId, deps.randomId())
    return takeNext(deps)
  }

  return {
    ...cells,
    ...ending.verbs,
    ...guests.verbs,
    start() {
      take(storage.read(keys.userinfo))
      deps.invites.forgetOld()
      storage.onChange(keys.userinfo, () => ending.follow(storage.read(keys.userinfo), take))
    },
    signedIn,
    mailedLink() {
      const from = readFrom(storage)
      if (from === null || storage.read(keys.userinfo) !== null || needsSession(from)) return null
      storage.remove(keys.from)
      return from
    },
    endedSession: () => storage.read(keys.ended),
    renew: (call) =>
      deps.tokenRenewal.run(async () => {
        const before = storage.read(keys.userinfo)
        const answer = await call({ renewsToken: true, quiet: true })
        if (before?.uid !== answer.user.uid) return signedIn(answer)
        if (before.kind === 'guest') guests.upgraded(answer)
        else signedIn(answer)
        return '/userinfo'
      }),
    learned(facts, requestToken) {
      const known = storage.read(keys.userinfo)
      if (!known || (requestToken !== undefined && requestToken !== known.token)) return
      store({ ...known, ...facts })
      if (facts.email) storage.write(keys.lastUserEmail, facts.email)
    },
    async loadVip() {
      const vip = await deps.loadVip()
      cells.userStatus.value = vip.userStatus
      cells.expireTime.value = vip.expireTime
      cells.remainTime.value = vip.remainTime
      cells.sub_type.value = vip.sub_type
      cells.autoRenew.value = vip.autoRenew
      cells.freeLimit.value = vip.freeLimit
    },
    limitsFound: (limits) => void (cells.freeLimit.value = limits),
    setRole: (role) => void (cells.role.value = role),
    onlineChanged: () => void cells.refreshOnlineUser.value++,
    noticeUserFound: () => void cells.setNoticeUser.value++,
  }
}

/**
 * If nobody was signed in here before, stored values (from the link that led to this sign-in) belong to this
 * person.
 */
function isWhoWasHere({ uid, email }: User, storage: BrowserStorage): boolean {
  const stored = storage.read(keys.userinfo)
  if (stored) return stored.uid === uid
  const lastEmail = storage.read(keys.lastUserEmail)
  return lastEmail === null || lastEmail === email
}

/** The path after signing in; a stored URL is used once. */
function takeNext({ storage, invites }: Pick<SessionDeps, 'storage' | 'invites'>): string {
  const desktopQuery = storage.read(keys.pclogin)
  if (desktopQuery !== null) return `/pclogin${desktopQuery.startsWith('?') ? desktopQuery : ''}`
  const invite = invites.waiting()
  if (invite) return `/invite-loading?w=${encodeURIComponent(invite.wid)}`
  const from = readFrom(storage)
  storage.remove(keys.from)
  return from ?? '/dashboard'
}

/** The URL to return to, on this site only. */
function readFrom(storage: BrowserStorage): string | null {
  const from = storage.read(keys.from)
  return from?.startsWith('/') && !from.startsWith('//') ? from : null
}

const needsSession = (from: string): boolean =>
  (pathsOfSessions as readonly string[]).includes(/^\/([^?#]*)/.exec(from)?.[1] ?? '')

/** Sign-out in this or another tab, by the user or because the server ended the session; spec §4. */
function createEnding(deps: SessionDeps, { cells, forget }: { cells: Cells; forget: () => void }) {
  const { storage, place } = deps
  const storedToken = () => storage.read(keys.userinfo)?.token ?? null
  const ending = new Set<string | null>()

  const loginPath = () => `${basePath}/${storage.read(keys.desktop) === null ? 'login' : 'pcapp-login'}`
  /**
   * On login pages nothing more happens; elsewhere the URL is stored, the page is left, and the login page says
   * why.
   */
  const leave = (who: StoredUser | null, why: EndedSession['why']) => {
    if (place.path().includes('login')) return
    storage.write(keys.from, pathBelowBase(place.path()) + place.query())
    if (who) storage.write(keys.ended, { why, uid: who.uid, name: who.name })
    place.leaveTo(loginPath())
  }

  return {
    loginPath,
    verbs: {
      logout() {
        const token = storage.read(keys.userinfo)?.token
        if (token !== undefined) deps.postLogout(token)
        storage.remove(keys.ended)
        forget()
        place.leaveTo(loginPath())
      },
      deleted() {
        const gone = storage.read(keys.userinfo)
        if (storage.read(keys.guestUserinfo)?.uid === gone?.uid)
          storage.remove(keys.guestUserinfo, keys.guestSpaceList)
        if (gone) storage.write(keys.ended, { why: 'deleted', uid: gone.uid, name: gone.name })
        forget()
        place.leaveTo(loginPath())
      },
      sessionInvalid(refused: string | null) {
        if (ending.has(refused) || refused !== storedToken()) return
        ending.add(refused)
        void deps.tokenRenewal
          .settled()
          .then(() => sleep(logoutDelayMs, deps.clock))
          .then(() => {
            ending.delete(refused)
            if (storedToken() !== refused) return
            const who = storage.read(keys.userinfo)
            forget()
            leave(who, 'ended')
          })
      },
    },
    /** Another tab signed in or out. */
    follow(stored: StoredUser | null, take: (user: StoredUser | null) => void) {
      const before = cells.userInfo.value
      take(stored)
      if (stored === null) {
        if (before !== null) leave(before, 'other-tab')
      } else if (before === null) {
        if (place.path() === loginPath()) place.leaveTo(basePath + takeNext(deps))
      } else if (before.uid !== stored.uid) {
        // Everything on the page belongs to the previous user.
        place.leaveTo(`${basePath}/dashboard`)
      }
    },
  }
}

/** Guests leave copies behind and can return to them; calls.md, "Guards and session". */
function createGuests(
  { storage, place }: SessionDeps,
  own: { cells: Cells; forget: () => void; store: (user: StoredUser) => void; loginPath: () => string },
) {
  const verbs = {
    leaveAsGuest(to?: string) {
      const user = own.cells.userInfo.value
      if (user?.kind === 'guest') {
        storage.write(keys.guestUserinfo, user)
        const spaces = storage.read(keys.spaceList)
        if (spaces) storage.write(keys.guestSpaceList, spaces)
      }
      own.forget()
      place.leaveTo(to ?? own.loginPath())
    },
    savedGuest() {
      const saved = storage.read(keys.guestUserinfo)
      return saved?.secret ? { uid: saved.uid, secret: saved.secret, name: saved.name } : null
    },
    restoreGuestSpaces() {
      const spaces = storage.read(keys.guestSpaceList)
      if (spaces) storage.write(keys.spaceList, spaces)
    },
    clearGuestSpaces: () => storage.remove(keys.guestSpaceList),
  }
  return {
    verbs,
    /** The guest became a full account with the same uid. */
    upgraded({ token, user }: SignedIn) {
      own.store({ ...user, token })
      if (user.email !== null) storage.write(keys.lastUserEmail, user.email)
      storage.remove(keys.guestUserinfo, keys.guestSpaceList)
    },
  }
}
