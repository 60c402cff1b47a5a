import { effect, signal, untracked } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { sandboxPublicKey, VoiceSettings } from '@tavla/contract'
import { browserLocation, getUpgradeUrl } from '../platform/dom/url.ts'
import { api, connectRefusals } from '../platform/network/api.ts'
import { clock } from '../platform/dom/clock.ts'
import { getLanguage } from '../platform/i18n.ts'
import { deleteOtherUsersBoards } from '../platform/offline/cached-boards-database.ts'
import { randomId } from '../platform/random.ts'
import { RefusalFacts } from '../platform/network/refusal-facts.ts'
import { storage } from '../platform/storage.ts'
import { keys } from '../platform/storage-keys.ts'
import { tokenRenewal } from '../platform/network/token-renewal.ts'
import { deleteOtherUsersUndo } from '../platform/offline/undo/undo-store.ts'
import { createInvites } from './invites.ts'
import { createLive } from './live.ts'
import { createPayment } from './payment.ts'
import { createSession } from './session.ts'
import { createSettings } from './settings.ts'
import { runStartRules } from './start.ts'

const quiet = { quiet: true }

export const invites = createInvites({ storage, clock })

export const session = createSession({
  storage,
  clock,
  location: browserLocation,
  invites,
  randomId,
  tokenRenewal,
  // The page is left at once, so the request must outlive it; the token is passed because it is no longer stored.
  postLogout: (token) =>
    void api.auth.logout({}, { quiet: true, token, keepalive: true }).catch(() => undefined),
  loadVip: () => api.user.vip({}, quiet),
})

export const { openSocket, openSocketEarly, tabSocket } = createLive(session)

export const payment = createPayment({
  loadProducts: async (plan) =>
    (await api.subscription.products({ query: { lang: getLanguage(), plan } }, quiet)).list,
  loadVoiceRemain: async (wid) => (await api.space.voiceRemain({ query: { wid } }, quiet)).remain,
  loadPublicKey: async () => (await api.subscription.publicKey({}, quiet)).public_key,
  // Card data is entered in a separate document, so the provider object made from the key is that document's URL.
  createProvider: (publicKey) => ({
    publicKey,
    address: '/app/pay',
    kind: publicKey === sandboxPublicKey ? ('sandbox' as const) : ('stripe' as const),
  }),
})

/** Voice settings, shared by the user's tabs. */
const voiceTabs = new BroadcastChannel('tavla-voice')

export const settings = createSettings({
  loadSettings: async () => (await api.user.settings({}, quiet)).settings,
  saveSettings: (text) => api.user.setSettings({ body: { settings: text } }),
  loadGroups: async () => (await api.space.groups()).list,
  loadVoice: () => api.space.voiceSettings(),
  saveVoice: (changed) => api.space.setVoiceSettings({ body: changed }),
  shareVoice: (config) => voiceTabs.postMessage(config),
})

/** What opened the free-limit prompt, with usage and limit where known. */
export interface UpgradeReason {
  readonly reason: 'storage' | 'file'
  /** Bytes. */
  readonly limit: number | null
  readonly used: number | null
}

/** Null while the free-limit prompt is closed. */
const prompt = signal<UpgradeReason | null>(null)
export const upgradePrompt: ReadonlySignal<UpgradeReason | null> = prompt
export const closeUpgradePrompt = () => void (prompt.value = null)

/** Whether there is anything to buy, or a guest could create an account. */
export const hasOffers = (): boolean => payment.proProduct.value.length > 0

/** Opens the offer unless the user has turned that off; in that case returns a function that opens it. */
export function openOffer(): (() => void) | null {
  if (!hasOffers()) return null
  const open = () => payment.setOffer(true)
  if (session.userInfo.peek()?.['freeClick'] === true) return open
  open()
  return null
}

/** Runs once, before the first screen. */
export function start(): void {
  connectRefusals({
    sessionInvalid: session.sessionInvalid,
    upgrade(data) {
      const { reason, limit, used } = RefusalFacts.parse(data)
      prompt.value = { reason: reason === 'file' ? 'file' : 'storage', limit, used }
    },
    getLimitOwner(data, path) {
      const { reason } = RefusalFacts.parse(data)
      const isTheirs = reason === 'target' || path.includes('invite-loading')
      const role = session.role.peek()
      return isTheirs || (role !== null && role !== 'owner') ? 'owner' : 'mine'
    },
    getPlansAction: openOffer,
    getAccountAction: () =>
      session.userInfo.peek()?.kind === 'guest'
        ? () => browserLocation.navigate(getUpgradeUrl(location))
        : null,
  })
  session.start()
  voiceTabs.onmessage = ({ data }) => {
    const config = VoiceSettings.safeParse(data)
    if (config.success) settings.applyVoice(config.data)
  }
  runStartRules({
    storage,
    query: browserLocation.query(),
    hasProducts: () => payment.proProduct.value.length > 0,
    loadSettings: settings.load,
    loadProducts: payment.loadProducts,
  })
  confirmSession()
  deleteOtherUsersData()
  onUserChange(() => {
    settings.clear()
    if (!session.isLogin.peek()) return
    settings.load().catch((error: unknown) => console.error('The settings could not be loaded', error))
    session.loadVip().catch(() => undefined)
  })
}

/** After a sign-in or sign-out without a reload, the initial requests are sent again for the new user. */
function onUserChange(changed: () => void): void {
  let lastUid = session.userInfo.peek()?.uid ?? null
  effect(() => {
    const uid = session.userInfo.value?.uid ?? null
    if (uid === lastUid) return
    lastUid = uid
    untracked(changed)
  })
}

/** Boards and undo steps stored in this browser belong to the signed-in user only. */
function deleteOtherUsersData(): void {
  effect(() => {
    const uid = session.userInfo.value?.uid ?? null
    for (const forget of [deleteOtherUsersBoards, deleteOtherUsersUndo])
      forget(uid).catch((error: unknown) => console.error('What was kept could not be forgotten', error))
  })
}

/** Checks the stored token with the server; offline, the stored user stays signed in. */
function confirmSession(): void {
  const token = session.userInfo.peek()?.token
  if (token === undefined) return
  api.auth.loggedin({ token }, quiet).then(
    (user) => session.updateUser(user, token),
    () => undefined,
  )
  session.loadVip().catch(() => undefined)
}

/** The stored token, which the guards read. */
export function hasToken(): boolean {
  return storage.read(keys.userinfo) !== null
}
