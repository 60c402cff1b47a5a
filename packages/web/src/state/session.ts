import { batch, signal } from '@preact/signals-core'
import type { ReadonlySignal, Signal } from '@preact/signals-core'
import { basePath, logoutDelayMs } from '@tavla/contract'
import type { Role, SignedIn, User, Vip } from '@tavla/contract'
import { pathBelowBase, sessionPaths } from '../platform/dom/url.ts'
import type { BrowserLocation } from '../platform/dom/url.ts'
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
  readonly location: BrowserLocation
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
  updateUser(user: Partial<User>, requestToken?: string): void
  logout(): void
  /**
   * The account is deleted; a guest cannot return to it either. `discard` removes what this browser holds of it;
   * meanwhile the end of the session, of which the server tells as well, is ignored.
   */
  deleted(discard: () => Promise<unknown>): Promise<void>
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
  takeEmailedLink(): string | null
  /** The guest who was signed in here before and can return with uid and secret. */
  savedGuest(): { readonly uid: string; readonly secret: string; readonly name: string } | null
  /** Restores the guest's space list from its copy. */
  restoreGuestSpaces(): void
  clearGuestSpaces(): void
  loadVip(): Promise<void>
  /** Limits of the plan and their usage, from `limit/free`. */
  setLimits(limits: Vip['freeLimit']): void
  setRole(role: Role | null): void
  onlineChanged(): void
  noticeUserFound(): void
}

interface SessionSignals {
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

function createSignals(): SessionSignals {
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
  const signals = createSignals()
  const { storage } = deps

  // Observers of one of the two can read the other.
  const setUser = (user: StoredUser | null) =>
    batch(() => {
      signals.userInfo.value = user
      signals.isLogin.value = user !== null
    })
  const store = (user: StoredUser) => {
    storage.write(keys.userinfo, user)
    setUser(user)
  }
  const clearUser = () => {
    storage.remove(...clearedByLogout)
    setUser(null)
  }

  const ending = createEnding(deps, { signals, clearUser })
  const guests = createGuests(deps, { signals, clearUser, store, loginPath: ending.loginPath })

  const signedIn: Session['signedIn'] = ({ token, user }, guest) => {
    const before = storage.read(keys.userinfo) ?? storage.read(keys.guestUserinfo)
    const secret = guest?.secret ?? (before?.uid === user.uid ? before?.secret : undefined)
    if (storage.read(keys.notices)?.uid !== user.uid) storage.remove(keys.notices)
    if (!isPreviousUser(user, storage)) storage.remove(keys.subexpired)
    storage.remove(keys.ended)
    store({ ...user, token, ...(secret === undefined ? {} : { secret }) })
    if (user.email !== null) storage.write(keys.lastUserEmail, user.email)
    storage.write(keys.clientId, deps.randomId())
    return consumeNextPath(deps)
  }

  return {
    ...signals,
    ...ending.actions,
    ...guests.actions,
    start() {
      setUser(storage.read(keys.userinfo))
      deps.invites.removeExpired()
      storage.onChange(keys.userinfo, () => ending.follow(storage.read(keys.userinfo), setUser))
    },
    signedIn,
    takeEmailedLink() {
      const from = readReturnPath(storage)
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
    updateUser(changes, requestToken) {
      const known = storage.read(keys.userinfo)
      if (!known || (requestToken !== undefined && requestToken !== known.token)) return
      store({ ...known, ...changes })
      if (changes.email) storage.write(keys.lastUserEmail, changes.email)
    },
    async loadVip() {
      const vip = await deps.loadVip()
      signals.userStatus.value = vip.userStatus
      signals.expireTime.value = vip.expireTime
      signals.remainTime.value = vip.remainTime
      signals.sub_type.value = vip.sub_type
      signals.autoRenew.value = vip.autoRenew
      signals.freeLimit.value = vip.freeLimit
    },
    setLimits: (limits) => void (signals.freeLimit.value = limits),
    setRole: (role) => void (signals.role.value = role),
    onlineChanged: () => void signals.refreshOnlineUser.value++,
    noticeUserFound: () => void signals.setNoticeUser.value++,
  }
}

/**
 * If nobody was signed in here before, stored values (from the link that led to this sign-in) belong to this
 * person.
 */
function isPreviousUser({ uid, email }: User, storage: BrowserStorage): boolean {
  const stored = storage.read(keys.userinfo)
  if (stored) return stored.uid === uid
  const lastEmail = storage.read(keys.lastUserEmail)
  return lastEmail === null || lastEmail === email
}

/** The path after signing in; a stored URL is used once. */
function consumeNextPath({ storage, invites }: Pick<SessionDeps, 'storage' | 'invites'>): string {
  const desktopQuery = storage.read(keys.pclogin)
  if (desktopQuery !== null) return `/pclogin${desktopQuery.startsWith('?') ? desktopQuery : ''}`
  const invite = invites.getPending()
  if (invite) return `/invite-loading?w=${encodeURIComponent(invite.wid)}`
  const from = readReturnPath(storage)
  storage.remove(keys.from)
  return from ?? '/dashboard'
}

/** The URL to return to, on this site only. */
function readReturnPath(storage: BrowserStorage): string | null {
  const from = storage.read(keys.from)
  return from?.startsWith('/') && !from.startsWith('//') ? from : null
}

const needsSession = (from: string): boolean =>
  (sessionPaths as readonly string[]).includes(/^\/([^?#]*)/.exec(from)?.[1] ?? '')

/** Sign-out in this or another tab, by the user or because the server ended the session; spec §4. */
function createEnding(
  deps: SessionDeps,
  { signals, clearUser }: { signals: SessionSignals; clearUser: () => void },
) {
  const { storage, location } = deps
  const storedToken = () => storage.read(keys.userinfo)?.token ?? null
  const ending = new Set<string | null>()
  let deleting: string | undefined

  const loginPath = () => `${basePath}/${storage.read(keys.desktop) === null ? 'login' : 'pcapp-login'}`
  /**
   * On login pages nothing more happens; elsewhere the URL is stored, the page is left, and the login page says
   * why.
   */
  const leave = (user: StoredUser | null, why: EndedSession['why']) => {
    if (location.path().includes('login')) return
    storage.write(keys.from, pathBelowBase(location.path()) + location.query())
    if (user) storage.write(keys.ended, { why, uid: user.uid, name: user.name })
    location.navigate(loginPath())
  }

  return {
    loginPath,
    actions: {
      logout() {
        const token = storage.read(keys.userinfo)?.token
        if (token !== undefined) deps.postLogout(token)
        storage.remove(keys.ended)
        clearUser()
        location.navigate(loginPath())
      },
      async deleted(discard: () => Promise<unknown>) {
        deleting = storedToken() ?? undefined
        await discard().catch(() => undefined)
        const user = storage.read(keys.userinfo)
        if (storage.read(keys.guestUserinfo)?.uid === user?.uid)
          storage.remove(keys.guestUserinfo, keys.guestSpaceList)
        if (user) storage.write(keys.ended, { why: 'deleted', uid: user.uid, name: user.name })
        clearUser()
        location.navigate(loginPath())
      },
      sessionInvalid(token: string | null) {
        if (ending.has(token) || token !== storedToken()) return
        ending.add(token)
        void deps.tokenRenewal
          .settled()
          .then(() => sleep(logoutDelayMs, deps.clock))
          .then(() => {
            ending.delete(token)
            if (storedToken() !== token || token === deleting) return
            const user = storage.read(keys.userinfo)
            clearUser()
            leave(user, 'ended')
          })
      },
    },
    /** Another tab signed in or out. */
    follow(stored: StoredUser | null, setUser: (user: StoredUser | null) => void) {
      const before = signals.userInfo.value
      setUser(stored)
      if (stored === null) {
        if (before !== null) leave(before, 'other-tab')
      } else if (before === null) {
        if (location.path() === loginPath()) location.navigate(basePath + consumeNextPath(deps))
      } else if (before.uid !== stored.uid) {
        // Everything on the page belongs to the previous user.
        location.navigate(`${basePath}/dashboard`)
      }
    },
  }
}

/** Guests leave copies behind and can return to them; calls.md, "Guards and session". */
function createGuests(
  { storage, location }: SessionDeps,
  context: {
    signals: SessionSignals
    clearUser: () => void
    store: (user: StoredUser) => void
    loginPath: () => string
  },
) {
  const actions = {
    leaveAsGuest(to?: string) {
      const user = context.signals.userInfo.value
      if (user?.kind === 'guest') {
        storage.write(keys.guestUserinfo, user)
        const spaces = storage.read(keys.spaceList)
        if (spaces) storage.write(keys.guestSpaceList, spaces)
      }
      context.clearUser()
      location.navigate(to ?? context.loginPath())
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
    actions,
    /** The guest became a full account with the same uid. */
    upgraded({ token, user }: SignedIn) {
      context.store({ ...user, token })
      if (user.email !== null) storage.write(keys.lastUserEmail, user.email)
      storage.remove(keys.guestUserinfo, keys.guestSpaceList)
    },
  }
}
