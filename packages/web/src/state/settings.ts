import { signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { voiceDefaults } from '@tavla/contract'
import type { InviteInfo, MemberGroup, VoiceSettings } from '@tavla/contract'
import { UserSettings } from './user-settings.ts'

export interface SettingsDeps {
  /** The JSON text in `data.settings`. */
  readonly loadSettings: () => Promise<string>
  readonly saveSettings: (text: string) => Promise<unknown>
  readonly loadGroups: () => Promise<readonly MemberGroup[]>
  readonly loadVoice: () => Promise<VoiceSettings>
  readonly saveVoice: (changed: Partial<VoiceSettings>) => Promise<unknown>
  /** Notifies the other tabs. */
  readonly shareVoice?: (config: VoiceSettings) => void
}

/** The settings state of spec §3. */
export interface Settings {
  readonly user: ReadonlySignal<UserSettings>
  readonly group: ReadonlySignal<readonly MemberGroup[]>
  /** True if the members panel must reload the groups. */
  readonly isReloadGroupMember: ReadonlySignal<boolean>
  readonly voiceConfig: ReadonlySignal<VoiceSettings>
  /** The invite being answered. */
  readonly inviteInfo: ReadonlySignal<InviteInfo | null>
  /** The space whose cover dialog is open; else empty. */
  readonly settingCoverWid: ReadonlySignal<string>

  load(): Promise<void>
  /** Resets for a different person. */
  clear(): void
  change(changed: Partial<UserSettings>): Promise<void>
  loadGroups(): Promise<void>
  reloadGroups(): void
  loadVoice(): Promise<void>
  setVoice(changed: Partial<VoiceSettings>): Promise<void>
  /** Another tab has changed and posted them. */
  applyVoice(config: VoiceSettings): void
  setInviteInfo(info: InviteInfo | null): void
  setCoverWid(wid: string): void
}

export function createSettings(deps: SettingsDeps): Settings {
  const user = signal<UserSettings>(UserSettings.parse({}))
  const group = signal<readonly MemberGroup[]>([])
  const isReloadGroupMember = signal(false)
  const voiceConfig = signal<VoiceSettings>({ ...voiceDefaults, noiseSuppression: true })
  const inviteInfo = signal<InviteInfo | null>(null)
  const settingCoverWid = signal('')
  /** The stored settings have been loaded, so changes are merged into them. */
  let isLoaded = false
  /** Changed before that. */
  let unloadedChanges: Partial<UserSettings> = {}

  async function load() {
    const text = await deps.loadSettings()
    // Unreadable settings fall back to the defaults; spec §8.
    try {
      user.value = { ...UserSettings.parse(JSON.parse(text)), ...unloadedChanges }
    } catch (error) {
      console.error('The settings could not be read', error)
    }
    isLoaded = true
    unloadedChanges = {}
  }

  return {
    user,
    group,
    isReloadGroupMember,
    voiceConfig,
    inviteInfo,
    settingCoverWid,
    load,
    clear() {
      isLoaded = false
      unloadedChanges = {}
      user.value = UserSettings.parse({})
    },
    async change(changed) {
      user.value = { ...user.value, ...changed }
      if (!isLoaded) {
        unloadedChanges = { ...unloadedChanges, ...changed }
        await load()
      }
      await deps.saveSettings(JSON.stringify(user.value))
    },
    async loadGroups() {
      group.value = await deps.loadGroups()
      isReloadGroupMember.value = false
    },
    reloadGroups: () => void (isReloadGroupMember.value = true),
    async loadVoice() {
      voiceConfig.value = await deps.loadVoice()
    },
    async setVoice(changed) {
      voiceConfig.value = { ...voiceConfig.value, ...changed }
      deps.shareVoice?.(voiceConfig.value)
      await deps.saveVoice(changed)
    },
    applyVoice: (config) => void (voiceConfig.value = config),
    setInviteInfo: (info) => void (inviteInfo.value = info),
    setCoverWid: (wid) => void (settingCoverWid.value = wid),
  }
}
