import { startServer } from './server.ts'
import { BoardChrome } from './pages/board-chrome.ts'
import { DashboardPage } from './pages/dashboard-page.ts'
import { LoginPage } from './pages/login-page.ts'
import { password } from './pages/people.ts'
import { ShareDialog } from './pages/share-dialog.ts'
import { expect } from './pages/test.ts'
import { VoicePage } from './pages/voice-page.ts'
import { adasTone, bosTone, bringCy, cysTone, talk, talkAsThree, talkAsTwo } from './pages/voice-test.ts'

talk.describe('a room for two', () => {
  talk.use({
    server: async ({}, use) => {
      const own = await startServer({ env: { VOICE_ROOM_SIZE: '2' } })
      await use(own)
      await own.dispose()
    },
  })

  talk('says that it is full, and takes the next person when one has left', async ({ people, server }) => {
    const two = await talkAsTwo(people, server.url)
    const { a, b } = two
    const { c } = await bringCy(people, server.url, two)
    await c.panel.getByRole('button', { name: 'Join voice' }).click()
    await expect(c.panel.locator('[data-error="full"]')).toHaveText('This voice room is full.')
    await b.panel.getByRole('button', { name: 'Leave voice' }).click()
    await a.receivesFrom()
    await c.panel.getByRole('button', { name: 'Try again' }).click()
    await c.isInside()
    await a.receivesFrom(cysTone)
  })
})

talk(
  'who talks has a ring at their cursor, and the dashboard counts people in voice',
  async ({ people, server }) => {
    const { ada, bo, a, b } = await talkAsTwo(people, server.url)
    await b.page.mouse.move(400, 300)
    const cursor = () => new BoardChrome(a.page).person(bo.uid)
    await expect.poll(cursor).toMatchObject({ speaking: true, showing: { cursor: expect.anything() } })
    await b.page.keyboard.press('m')
    await expect.poll(cursor).not.toMatchObject({ speaking: true })

    const dashboard = await ada.context.newPage()
    await dashboard.goto(`${server.url}/app/dashboard`)
    await expect(new DashboardPage(dashboard).board('Talk')).toContainText('2 in voice')
    await b.panel.getByRole('button', { name: 'Leave voice' }).click()
    await expect(new DashboardPage(dashboard).board('Talk')).toContainText('1 in voice')
  },
)

talk(
  'the key is changed with a warning, and does nothing while text is edited',
  async ({ people, server }) => {
    const { a, b } = await talkAsTwo(people, server.url)
    await b.receivesFrom(adasTone)

    await a.panel.getByRole('button', { name: 'Voice settings' }).click()
    await a.panel.getByRole('button', { name: 'Change key M' }).click()
    await a.page.keyboard.press('Enter')
    await expect(a.panel.getByText('Enter can’t be used here')).toBeVisible()
    await a.panel.getByRole('button', { name: 'Change key M' }).click()
    await a.page.keyboard.press('r')
    await expect(a.panel.getByText('R is also a board shortcut.')).toBeVisible()
    await a.panel.getByRole('button', { name: 'Change key R' }).click()
    const saved = a.page.waitForRequest(
      (request) => request.method() === 'POST' && request.postData() === '{"speakFreelyKeyName":"Y"}',
    )
    await a.page.keyboard.press('y')
    await saved

    const board = new BoardChrome(a.page)
    await board.pick('Text')
    await board.click({ x: 300, y: 300 })
    await a.page.keyboard.type('yes, my key')
    await board.press('Escape')
    await board.press('Escape')
    expect(JSON.stringify(await board.values('text'))).toContain('yes, my key')
    await b.receivesFrom(adasTone)
    await a.page.keyboard.press('m')
    await b.receivesFrom(adasTone)
    await a.page.keyboard.press('y')
    await b.receivesFrom()
  },
)

talk('echo, gain and noise are switched while talking', async ({ people, server }) => {
  const ada = await people.member('Ada')
  const a = new VoicePage(ada)
  await a.open(server.url, await people.space(ada, 'Talk'), adasTone)
  await a.join()
  const all = { echoCancellation: true, autoGainControl: true, noiseSuppression: true }
  expect(await a.microphone()).toMatchObject(all)
  await a.panel.getByRole('button', { name: 'Voice settings' }).click()
  const switches = { 'Echo cancellation': 'echoCancellation', 'Automatic gain': 'autoGainControl', 'Noise suppression': 'noiseSuppression' } // prettier-ignore
  const wanted = new Map(Object.entries(all))
  for (const [label, name] of Object.entries(switches)) {
    await a.panel.getByRole('switch', { name: label }).press('Space')
    wanted.set(name, false)
    await expect.poll(() => a.microphone()).toMatchObject(Object.fromEntries(wanted))
  }
  await a.isInside()
})

talk(
  'an invitation to voice leads through the login, and a link with a name, into the room',
  async ({ people, server }) => {
    const ada = await people.member('Ada', { verified: true })
    const bo = await people.member('Bo')
    const wid = await people.space(ada, 'Talk')
    const a = new VoicePage(ada)
    await a.open(server.url, wid, adasTone)
    await a.join()

    const { list } = await ada.api.space.inviteToVoice({
      query: { wid, lang: 'en' },
      body: { role: 'viewer', email: [bo.email], data: '', send_email: false },
    })
    const b = new VoicePage({ name: 'Bo', page: await people.visitor() })
    await b.follow(list[0]?.link ?? '', bosTone)
    await b.page.getByRole('link', { name: 'Sign in or create an account' }).click()
    await new LoginPage(b.page).signIn(bo.email, password)
    await b.accept()
    await b.join()
    await a.receivesFrom(bosTone)

    const dashboard = await ada.context.newPage()
    await dashboard.goto(`${server.url}/app/dashboard`)
    const share = new ShareDialog(dashboard)
    await share.openFromDashboard('Talk')
    await share.dialog.getByRole('tab', { name: 'Invite' }).click()
    await share.roleLink('Viewer')
    await share.openLinkSettings()
    await share.dialog.getByRole('switch', { name: 'Open the voice room' }).check()
    const link = await share.dialog.getByLabel('Invite link').inputValue()
    await dashboard.close()
    const nora = new VoicePage({ name: 'Nora', page: await people.visitor() })
    await nora.follow(link, cysTone)
    await nora.page.getByRole('button', { name: 'Continue as guest' }).click()
    await nora.page.getByLabel('Your name').fill('Nora')
    await nora.page.getByRole('button', { name: 'Continue as guest' }).click()
    await expect(nora.panel).toBeVisible()
    await nora.join()
    await a.receivesFrom(bosTone, cysTone)
  },
)

talk('a person who is removed from the board, or signed out, leaves the room', async ({ people, server }) => {
  const { wid, ada, bo, cy, a } = await talkAsThree(people, server.url)
  await ada.api.space.removeMember({ query: { wid, uid: bo.uid } })
  await a.receivesFrom(cysTone)
  await cy.api.auth.logout()
  await a.receivesFrom()
})
