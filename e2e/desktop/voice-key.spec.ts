import { desktopTest as test, hasDesktop, signInApp } from '../pages/desktop-test.ts'
import { expect } from '../pages/test.ts'
import { VoicePage } from '../pages/voice-page.ts'

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
    const { page } = app
    const choice = page.getByRole('switch', { name: 'Also when another program is in front' })
    await expect(page.getByText('Works only while you’re in a voice room.')).toBeVisible()
    expect(await choice.isChecked()).toBe(false)

    const voice = new VoicePage({ name: 'Ada', page })
    await voice.open(server.url, wid, 440)
    await voice.join()
    const talk = voice.panel.getByRole('button', { name: 'Hold to talk' })
    const isOpen = () => talk.getAttribute('aria-pressed')
    const key = (action: 'keydown' | 'keyup', name: string) => desktop.x('xdotool', action, name)
    const closeFirst = await desktop.openOtherWindow()
    key('keydown', 'F9')
    key('keyup', 'F9')
    await closeFirst()
    expect(await isOpen()).toBe('false')

    await voice.panel.getByRole('button', { name: 'Voice settings' }).click()
    await choice.check({ force: true })
    await expect(choice).toBeChecked()
    expect(desktop.screenshot(info.outputPath('voice-key.png'))).toBeGreaterThan(20)
    const close = await desktop.openOtherWindow()
    await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(false)
    key('keydown', 'F8')
    key('keyup', 'F8')
    key('keydown', 'F9')
    await expect.poll(isOpen).toBe('true')
    key('keyup', 'F9')
    await expect.poll(isOpen).toBe('false')

    // Held while the window loses the focus, it is released by the key alone.
    await close()
    const own = desktop.windowIds()[0] as string
    desktop.x('xdotool', 'windowfocus', '--sync', own)
    await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(true)
    await page.locator('body').click({ position: { x: 640, y: 400 } })
    key('keydown', 'F9')
    await expect.poll(isOpen).toBe('true')
    const closeAgain = await desktop.openOtherWindow()
    await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(false)
    expect(await isOpen()).toBe('true')
    key('keyup', 'F9')
    await expect.poll(isOpen).toBe('false')
    await closeAgain()

    // Outside of the room, nothing is watched; the choice is remembered on this computer.
    await voice.panel.getByRole('button', { name: 'Leave voice' }).click()
    await page.goto(`${server.url}/app/pcapp`)
    await expect(choice).toBeChecked()
    expect(await app.stop()).toBe(0)
  })
}
