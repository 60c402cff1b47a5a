import type { Call, CallInput } from '@tavla/contract'
import { allCalls, type AllCalls } from '@tavla/contract/admin'

/** What the sample inputs name: a space and people in it. */
export interface World {
  readonly wid: string
  /** A member who is neither the owner nor the caller. */
  readonly member: string
  readonly fileId: string
  readonly linkToken: string
}

/** Loose on purpose: wire tests send them raw, with fields broken one by one. */
export interface SampleInput {
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
  readonly file?: boolean
}

type Samples = {
  readonly [G in keyof AllCalls]: {
    readonly [N in keyof AllCalls[G]]: Sample<CallInput<Extract<AllCalls[G][N], Call>>>
  }
}
type Sample<Input> = SampleInput &
  (Input extends { readonly file: unknown } ? { readonly file: true } : unknown)

/** Valid input of every call: one that is missing does not compile. */
export function sampleInputs({ wid, member, fileId, linkToken }: World): Samples {
  const email = 'somebody@example.com'
  const ofSpace = { query: { wid } }
  const bodyOfSpace = { body: { wid } }
  const social = { body: { code: 'c', state: 's' } }
  const described = { filename: 'plan.txt', filesize: 5, type: 'text/plain' }
  const invitation = { role: 'viewer', email: [email], data: '', send_email: false }
  const challenge = 'a'.repeat(43)
  return {
    auth: {
      login: { body: { email, password: 'wrong password' } },
      logout: {},
      register: { query: { lang: 'en' }, body: { email, password: 'long enough 1', name: 'Somebody' } },
      loggedin: {},
      forgetPassword: { query: { lang: 'en' }, body: { email } },
      passwordToken: { query: { token: 'r_x' } },
      resetPassword: { body: { token: 'r_x', password: 'long enough 1' } },
      changePassword: { body: { old: 'wrong password', new: 'long enough 1' } },
      startGoogle: {},
      startOffice: {},
      startFacebook: {},
      startApple: {},
      finishGoogle: social,
      finishOffice: social,
      finishFacebook: social,
      finishApple: social,
      unlinkGoogle: {},
      unlinkOffice: {},
      unlinkFacebook: {},
      unlinkApple: {},
      appleForm: { body: { code: 'c', state: 's' } },
      guestLogin: { query: { uid: 'wire-guest-0123456789' }, body: { name: 'Guest' } },
      upgradeGuest: { body: { email, password: 'long enough 1', name: 'Somebody' } },
      approveDesktop: { body: { challenge, state: 's', via: 'scheme' } },
      exchangeDesktop: { body: { code: 'd_x', verifier: challenge } },
      config: {},
    },
    user: {
      info: { query: { uid: member } },
      rename: { body: { name: 'New name' } },
      setPhoto: { file: true },
      removePhoto: {},
      setProfile: { body: { occupation: 'design', staffNum: '1', trade: 'media', lang: 'en' } },
      setEmail: { body: { email, code: '000000' } },
      sendEmailCode: { body: { email } },
      occupations: {},
      staffNumbers: {},
      trades: {},
      vip: {},
      goOnFree: {},
      setGuide: { body: { board: 'done' } },
      sendDeleteCode: {},
      remove: { query: { code: '000000' } },
      notifyConfig: {},
      setNotifyConfig: { body: { channels: { inApp: true, email: false }, digest: 'daily' } },
      report: { body: { token: linkToken, reason: 'spam', note: 'Look at this' } },
      announcements: {},
      sendFeedback: { body: { content: 'Nice', kind: 'idea', page: '/app', email } },
      log: { body: { level: 'warn', log: 'slow' } },
      settings: {},
      setSettings: { body: { settings: '{"theme":"dark"}' } },
      sessions: {},
      endSession: { query: { id: 'unknown' } },
      startExport: {},
      exportState: {},
      notices: {},
      readNotices: { body: { ids: [] } },
    },
    space: {
      groups: { query: { wid } },
      setGroups: { ...ofSpace, body: { groups: [{ name: 'Team', color: 'blue', uids: [member] }] } },
      members: { query: { wid, start: 0, limit: 10, key: 'a', all: 1, role: 'viewer' } },
      setRole: { ...ofSpace, body: { uid: member, role: 'viewer' } },
      transferOwnership: { ...ofSpace, body: { uid: 'unknown' } },
      invite: { ...ofSpace, body: invitation },
      inviteToVoice: { ...ofSpace, body: invitation },
      invitationLink: { ...ofSpace, body: { email: 'unknown@example.org' } },
      online: { query: { id: wid } },
      removeMember: { query: { wid, uid: 'unknown' } },
      inviteLink: { query: { wid, role: 'viewer' } },
      inviteInfo: { query: { token: linkToken } },
      changeInviteLink: {
        body: {
          wid,
          token: linkToken,
          guests: true,
          maxUses: 100,
          domain: null,
          expiresAt: null,
          rotate: false,
        },
      },
      removeInviteLink: { query: { wid, token: 'l_unknown' } },
      acceptInvite: { body: { token: 'l_unknown', decline: false } },
      requestAccess: { body: { wid: 'unknown', note: 'please', role: 'viewer' } },
      accessRequests: ofSpace,
      withdrawAccess: ofSpace,
      decideAccess: { body: { wid, uid: 'unknown', role: null } },
      rename: { body: { wid, name: 'New name' } },
      setPhoto: { body: { wid, photo: 'dawn' } },
      builtInPhotos: {},
      templates: { query: { lang: 'sv' } },
      removePhoto: { query: { wid, auto: 0 } },
      limits: ofSpace,
      voiceSettings: {},
      setVoiceSettings: {
        body: { speakFreelyKeyName: 'N', inputModel: 'push-to-speak', noiseSuppression: false },
      },
      voiceToken: ofSpace,
      voiceRemain: ofSpace,
      list: { query: { filter: 'all', sort: 'name', key: 'a', start: 0, limit: 10 } },
      create: { body: { name: 'Another' } },
      info: ofSpace,
      remove: { query: { wid, forever: 1 } },
      restore: bodyOfSpace,
      duplicate: { body: { wid, name: 'Copy' } },
      star: { body: { wid, on: true } },
      archive: { body: { wid, on: false } },
      folders: {},
      setFolders: { body: { list: [{ name: 'Work', wids: [wid] }] } },
      setSuccessor: { body: { wid, uid: null } },
      claim: bodyOfSpace,
      liveTicket: {},
      timeline: { query: { wid, after: 0, slots: 12 } },
      linkPreview: { body: { wid, url: 'http://127.0.0.1/' } },
      keyframe: { query: { wid, seq: 0 } },
      keyframeChunks: { query: { wid, hash: 'unknown,other' } },
      pastEdits: { query: { wid, after: 0, to: 0 } },
      noteSeen: { body: { wid, seq: 0 } },
      versions: ofSpace,
      nameVersion: { body: { wid, seq: 0, name: 'Before the workshop' } },
      renameVersion: { body: { wid, id: 'unknown', name: 'After it' } },
      removeVersion: { query: { wid, id: 'unknown' } },
    },
    subscription: {
      publicKey: {},
      products: { query: { lang: 'en', plan: 'pro' } },
      create: { body: { productId: 'p', quantity: 1, emailAddress: email } },
      payments: { query: { page: 1 } },
      current: {},
      cancel: {},
      resume: {},
      change: { body: { productId: 'p', quantity: 1, preview: true } },
      card: {},
      webhook: { body: { id: 'e', type: 't' } },
    },
    file: {
      upload: { query: { wid, ...described } },
      uploadDirect: { query: { id: wid, ...described }, file: true },
      download: { query: { id: fileId } },
    },
    admin: {
      login: { body: { email, password: 'wrong password' } },
      logout: {},
      me: {},
      prove: { body: { password: 'wrong password' } },
      beginTotp: {},
      confirmTotp: { body: { otp: '000000' } },
      renewRecovery: {},
      removeTotp: {},
      people: { query: { key: 'a', sort: 'name', desc: 1, limit: 10 } },
      person: { query: { uid: member } },
      suspend: { body: { uid: member } },
      lift: { body: { uid: member } },
      signOutEverywhere: { body: { uid: member } },
      sendReset: { body: { uid: member } },
      changeEmail: { body: { uid: member, email } },
      setAdministrator: { body: { uid: member, role: 'administrator' } },
      removePerson: { body: { uid: 'unknown', boardsTo: null } },
      previewMerge: { query: { from: 'unknown', into: member } },
      merge: { body: { from: 'unknown', into: member } },
      invitePeople: { body: { emails: ['invited-here@example.com'], lang: 'en' } },
      invitations: {},
      withdrawInvitation: { query: { id: 'unknown' } },
      settings: {},
      setSettings: { body: { guests: true } },
      subscriptions: { query: { state: 'active', limit: 10 } },
      payments: { query: { state: 'failed', limit: 10 } },
      paymentEvents: {},
      replayEvent: { body: { id: 'unknown' } },
      prices: {},
      grantPlan: { body: { uid: member, plan: 'pro', seats: 5, until: '2099-01-01T00:00:00.000Z' } },
      spaces: { query: { key: 'a', state: 'active', sort: 'name', limit: 10 } },
      space: { query: { wid } },
      restoreSpace: bodyOfSpace,
      transferSpace: { body: { wid, uid: member } },
      grantClaim: bodyOfSpace,
      removeSpace: bodyOfSpace,
      storage: {},
      health: {},
      version: {},
      jobs: { query: { state: 'failed', limit: 10 } },
      retryJob: { body: { id: 'unknown' } },
      removeJob: { query: { id: 'unknown' } },
      clientLogs: { query: { key: 'slow', limit: 10 } },
      feedback: { query: { state: 'open', limit: 10 } },
      setFeedback: { body: { id: 'unknown', state: 'done' } },
      reports: { query: { state: 'open', limit: 10 } },
      setReport: { body: { id: 'unknown', state: 'done' } },
      announcements: {},
      setAnnouncement: { body: { text: 'Maintenance tonight', tone: 'info', audience: 'everyone' } },
      removeAnnouncement: { query: { id: 'unknown' } },
      testEmail: {},
      auditLog: { query: { event: 'sign_in', limit: 10 } },
      verifyAudit: {},
    },
  }
}

/** Every call with its full name, in the contract's order. */
export const everyCall: readonly (readonly [name: string, call: Call])[] = Object.entries(allCalls).flatMap(
  ([group, members]) =>
    Object.entries(members).map(([name, call]): [string, Call] => [`${group}.${name}`, call]),
)
