import { desktopTest as test, hasDesktop, signInApp } from '../pages/desktop-test.ts'
import { expect } from '../pages/test.ts'
import { VoicePage } from '../pages/voice-page.ts'

const choiceName = 'Also when another program is in front'

if (hasDesktop) {
  test('push-to-talk works while another program is in front, once it was chosen', async ({
    desktop,
    people,
    server,
  }, info) => {
    const ada = await people.member('Ada')
    const wid = await people.space(ada, 'Talk')
    await ada.api.space.setVoiceSettings({ body: { inputModel: 'push-to-speak', pushToSpeakKeyName: 'F9' } })
    const app = await desktop.startApp(server.url)
    await signInApp(app, ada.token, server.url)
    await expect(app.page.getByText('Works only while you’re in a voice room.')).toBeVisible()
    await expect(app.page.getByRole('switch', { name: choiceName })).not.toBeChecked()

    const getVoice = () => new VoicePage({ name: 'Ada', page: app.page })
    const voice = getVoice()
    await voice.open(server.url, wid, 440)
    await voice.join()
    const isOpen = () =>
      getVoice().panel.getByRole('button', { name: 'Hold to talk' }).getAttribute('aria-pressed')
    const key = (action: 'keydown' | 'keyup', name: string) => desktop.x('xdotool', action, name)
    await app.behindOther(desktop, () => void key('keydown', 'F9'))
    expect(await isOpen()).toBe('false')
    key('keyup', 'F9')

    await getVoice().panel.getByRole('button', { name: 'Voice settings' }).click()
    const choice = app.page.getByRole('switch', { name: choiceName })
    await choice.click({ force: true })
    await expect(choice).toBeChecked()
    expect(desktop.screenshot(info.outputPath('voice-key.png'))).toBeGreaterThan(20)
    await app.behindOther(desktop, () => {
      key('keydown', 'F8')
      key('keyup', 'F8')
    })
    expect(await isOpen()).toBe('false')
    await app.behindOther(desktop, () => void key('keydown', 'F9'))
    await expect.poll(isOpen).toBe('true')
    key('keyup', 'F9')
    await expect.poll(isOpen).toBe('false')

    // Held while the window loses the focus, it is released by the key alone.
    await app.page.locator('body').click({ position: { x: 640, y: 400 } })
    await app.inFront(desktop, () => void key('keydown', 'F9'))
    await expect.poll(isOpen).toBe('true')
    await app.behindOther(desktop, () => {})
    expect(await isOpen()).toBe('true')
    key('keyup', 'F9')
    await expect.poll(isOpen).toBe('false')

    // Outside of the room nothing is watched; the choice is remembered on this computer.
    await getVoice().panel.getByRole('button', { name: 'Leave voice' }).click()
    await app.page.goto(`${server.url}/app/pcapp`)
    await expect(app.page.getByRole('switch', { name: choiceName })).toBeChecked()
    expect(await app.stop()).toBe(0)
  })
}
