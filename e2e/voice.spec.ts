import { expect } from './pages/test.ts'
import { headsetTone, VoicePage } from './pages/voice-page.ts'
import { adasTone, bosTone, cysTone, engines, talk, talkAsThree } from './pages/voice-test.ts'

for (const engine of engines) {
  talk.describe(`on ${engine}`, () => {
    talk.use({ engine })

    talk(
      'three people hear each other, mute, are muted and removed, and come back after a crash',
      async ({ people, server, crash, freeze }) => {
        const [ada, bo, cy] = [
          await people.member('Ada'),
          await people.member('Bo'),
          await people.member('Cy'),
        ]
        const wid = await people.space(ada, 'Talk', [
          [bo, 'editor'],
          [cy, 'viewer'],
        ])
        const [a, b, c] = [new VoicePage(ada), new VoicePage(bo), new VoicePage(cy)]
        await a.open(server.url, wid, adasTone)
        await a.join()
        await b.open(server.url, wid, bosTone)
        // Who is in the room is shown before joining.
        await expect(b.page.getByTestId('voice')).toHaveAccessibleName('Voice room: 1 person')
        await expect(b.row(ada).getByText('Ada', { exact: true })).toBeVisible()
        await b.join()
        await c.open(server.url, wid, cysTone)
        await c.join()
        await Promise.all([
          a.receivesFrom(bosTone, cysTone),
          b.receivesFrom(adasTone, cysTone),
          c.receivesFrom(adasTone, bosTone),
        ])
        await expect(a.row(bo)).toHaveAttribute('data-speaking', 'true')
        await expect(a.page.getByRole('button', { name: 'Follow Bo' })).toHaveAttribute(
          'data-speaking',
          'true',
        )

        // M toggles the microphone, except while text is edited.
        await b.page.keyboard.press('m')
        await a.receivesFrom(cysTone)
        await expect(b.panel.getByText('You’re muted')).toBeVisible()
        await b.page.keyboard.press('m')
        await a.receivesFrom(bosTone, cysTone)

        // The voice engine crashes: everybody is reconnected.
        await crash()
        await Promise.all([a.receivesFrom(bosTone, cysTone), b.receivesFrom(adasTone, cysTone)])
        await a.isInside()

        // The network changes: the page rejoins over the new one.
        const again = b.page.waitForEvent('websocket', (socket) => socket.url().endsWith('/api/voice'))
        await b.page.evaluate(() => window.dispatchEvent(new Event('online')))
        await again
        await b.isInside()
        await Promise.all([a.receivesFrom(bosTone, cysTone), b.receivesFrom(adasTone, cysTone)])

        // The network freezes, which closes no socket: the page says so, and rejoins with a new ticket.
        const ticket = b.page.waitForRequest((request) => request.url().includes('/phonicsroom/token'))
        const resume = freeze()
        await expect(b.panel.getByText('Reconnecting…')).toBeVisible()
        await ticket
        await expect(b.panel).toHaveAttribute('data-phase', 'reconnecting')
        resume()
        await b.isInside()
        await Promise.all([a.receivesFrom(bosTone, cysTone), b.receivesFrom(adasTone, cysTone)])

        // An admin mutes one person and removes another.
        await a.row(bo).getByRole('button', { name: 'Actions for Bo' }).click()
        await a.page.getByRole('menuitem', { name: 'Mute', exact: true }).click()
        await expect(b.panel.getByText('Ada muted you')).toBeVisible()
        await a.receivesFrom(cysTone)
        await a.row(cy).getByRole('button', { name: 'Actions for Cy' }).click()
        await a.page.getByRole('menuitem', { name: 'Remove from voice' }).click()
        await expect(c.panel.locator('[data-error="removed"]')).toBeVisible()
        await a.receivesFrom()

        // A newer tab takes over; the older one says so.
        const newer = new VoicePage(bo, await bo.context.newPage())
        await newer.open(server.url, wid, cysTone)
        await newer.join()
        await expect(b.panel.locator('[data-error="replaced"]')).toBeVisible()
        await a.receivesFrom(cysTone)
      },
    )
  })
}

talk(
  'an invitation leads into the room, push-to-speak holds as long as the key, a refused microphone leaves one listening',
  async ({ people, server }) => {
    const [ada, bo] = [await people.member('Ada', { verified: true }), await people.member('Bo')]
    const wid = await people.space(ada, 'Talk')
    await ada.api.space.setVoiceSettings({ body: { inputModel: 'push-to-speak', pushToSpeakKeyName: 'B' } })
    const [a, b] = [new VoicePage(ada), new VoicePage(bo)]
    await a.open(server.url, wid, adasTone)
    await a.join()
    const { list } = await ada.api.space.inviteToVoice({
      query: { wid, lang: 'en' },
      body: { role: 'viewer', email: [bo.email], data: '', send_email: false },
    })
    await b.follow(list[0]?.link ?? '')
    await b.accept()
    await b.panel.getByRole('button', { name: 'Join voice' }).click()
    await expect(b.panel.locator('[data-error="denied"]')).toBeVisible()
    await b.panel.getByRole('button', { name: 'Join without microphone' }).click()
    await b.isInside()
    await b.receivesFrom()
    await a.page.keyboard.down('b')
    await b.receivesFrom(adasTone)
    await a.page.keyboard.up('b')
    await b.receivesFrom()
  },
)

talk(
  'microphone and speaker change while talking, other tabs follow, and each person has a volume',
  async ({ people, server }) => {
    const { ada, bo, a, b } = await talkAsThree(people, server.url)
    const profile = await ada.context.newPage()
    await profile.goto(`${server.url}/app/pcapp`)
    await a.panel.getByRole('button', { name: 'Voice settings' }).click()
    const saved = a.page.waitForRequest(
      (request) => request.method() === 'POST' && request.postData() === '{"inputDevice":"Headset"}',
    )
    await a.panel.getByLabel('Microphone', { exact: true }).selectOption('Headset')
    await saved
    await b.receivesFrom(cysTone, headsetTone)
    await a.panel.getByLabel('Speaker', { exact: true }).selectOption('Desk speaker')
    await expect.poll(() => a.outputs()).toEqual(['Desk speaker'])
    await a.panel.getByRole('switch', { name: 'Join muted' }).check({ force: true })
    await expect(profile.getByRole('switch', { name: 'Join muted' })).toBeChecked()
    await profile.reload()
    await expect(profile.getByRole('switch', { name: 'Join muted' })).toBeChecked()
    // Changed elsewhere, it changes in the room.
    await profile.getByText('Push to talk', { exact: true }).click()
    await expect(a.panel.getByRole('button', { name: 'Hold to talk' })).toBeVisible()
    await b.receivesFrom(cysTone)

    await a.row(bo).getByRole('button', { name: 'Actions for Bo' }).click()
    await a.page.getByRole('slider', { name: 'Volume of Bo' }).press('Home')
    await expect.poll(() => a.volume(bosTone)).toBe(0)
    expect(await a.volume(cysTone)).toBe(1)
  },
)

talk(
  'a chime tells of who joins and leaves, not of who reconnects, and a join that hangs can be cancelled',
  async ({ people, server }) => {
    const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
    const wid = await people.space(ada, 'Talk', [[bo, 'editor']])
    const [a, b] = [new VoicePage(ada), new VoicePage(bo)]
    await a.open(server.url, wid, adasTone)
    await a.join()
    await b.open(server.url, wid, bosTone)

    const tickets = '**/phonicsroom/token*'
    await b.page.route(tickets, () => undefined)
    await b.panel.getByRole('button', { name: 'Join voice' }).click()
    await b.panel.getByRole('button', { name: 'Cancel' }).click()
    await expect(b.panel).toHaveAttribute('data-phase', 'outside')
    await b.page.unroute(tickets)
    expect(await a.chimes()).toEqual([])
    await b.join()
    await expect.poll(() => a.chimes()).toEqual([523, 784])
    await b.receivesFrom(adasTone)

    // A server that is starting has no voice engine yet: the page stays in the room, and one can leave it.
    const refused = { code: 4004, message: '', data: null }
    await b.page.route(tickets, (route) => route.fulfill({ status: 404, json: refused }))
    const answered = b.page.waitForResponse((response) => response.url().includes('/phonicsroom/token'))
    await b.page.evaluate(() => window.dispatchEvent(new Event('online')))
    await answered
    await expect(b.panel).toHaveAttribute('data-phase', 'reconnecting')
    await expect(b.panel.getByRole('button', { name: 'Leave voice' })).toBeVisible()
    await b.page.unroute(tickets)
    await b.isInside()
    await a.receivesFrom(bosTone)
    expect(await a.chimes()).toEqual([523, 784])
    await b.panel.getByRole('button', { name: 'Leave voice' }).click()
    await expect.poll(() => a.chimes()).toEqual([523, 784, 784, 523])
  },
)
