import { describe, expect, it, vi } from 'vitest'
import { createSettings } from './settings.ts'

function setUp(settingsText = '{}') {
  const saveVoice = vi.fn(async () => undefined)
  const saveSettings = vi.fn(async (_text: string) => undefined)
  const settings = createSettings({
    loadSettings: async () => settingsText,
    saveSettings,
    loadGroups: async () => [],
    loadVoice: async () => ({
      speakFreelyKeyName: 'K',
      pushToSpeakKeyName: 'F9',
      inputModel: 'push-to-speak',
      noiseSuppression: false,
    }),
    saveVoice,
  })
  return { settings, saveVoice, saveSettings }
}

describe('settings state', () => {
  it('starts with the voice keys M and F12 and speak-freely', () => {
    expect(setUp().settings.voiceConfig.value).toMatchObject({
      speakFreelyKeyName: 'M',
      pushToSpeakKeyName: 'F12',
      inputModel: 'speak-freely',
    })
  })

  it('posts every change of voiceConfig at once', async () => {
    const { settings, saveVoice } = setUp()
    await settings.setVoice({ inputModel: 'push-to-speak' })
    expect(saveVoice).toHaveBeenCalledExactlyOnceWith({ inputModel: 'push-to-speak' })
    expect(settings.voiceConfig.value.inputModel).toBe('push-to-speak')
  })

  it('parses the JSON settings and keeps unknown fields', async () => {
    const { settings, saveSettings } = setUp('{"theme":"dark","later":7}')
    await settings.load()
    expect(settings.user.value).toEqual({ theme: 'dark', later: 7 })
    await settings.change({ theme: 'light' })
    expect(saveSettings).toHaveBeenCalledWith('{"theme":"light","later":7}')
  })

  it('merges a change into the stored settings, also if these had not been loaded yet', async () => {
    const { settings, saveSettings } = setUp('{"theme":"dark","letterKeys":false}')
    await settings.change({ theme: 'light' })
    expect(saveSettings).toHaveBeenCalledWith('{"theme":"light","letterKeys":false}')
    expect(settings.user.value).toEqual({ theme: 'light', letterKeys: false })
  })

  it('resets for a different person: nothing of the previous one is stored for the next', async () => {
    const { settings, saveSettings } = setUp('{"letterKeys":false}')
    await settings.load()
    await settings.change({ theme: 'dark' })
    settings.clear()
    expect(settings.user.value).toEqual({})
    await settings.change({ theme: 'light' })
    expect(saveSettings).toHaveBeenLastCalledWith('{"letterKeys":false,"theme":"light"}')
  })

  it.each(['{', '[]', '7'])('says on the console only that %j is no settings', async (text) => {
    const error = vi.spyOn(console, 'error').mockReturnValue()
    const { settings } = setUp(text)
    await settings.load()
    expect(error).toHaveBeenCalledOnce()
    expect(settings.user.value).toEqual({})
    error.mockRestore()
  })

  it('reloads the groups once when requested', async () => {
    const { settings } = setUp()
    settings.reloadGroups()
    expect(settings.isReloadGroupMember.value).toBe(true)
    await settings.loadGroups()
    expect(settings.isReloadGroupMember.value).toBe(false)
  })
})
