import { hasLiveKit, type LiveKitServer, startLiveKit } from '../../tools/livekit-process.ts'
import { startServer } from '../server.ts'
import { test } from './test.ts'
import type { People, Person } from './people.ts'
import { findVoice, voiceArguments, VoicePage } from './voice-page.ts'

/** The microphones of three people, in Hz. */
export const [adasTone, bosTone, cysTone] = [550, 700, 850] as const

/** Ada, who owns a board, and Bo, an editor of it, in its voice room. */
export async function talkAsTwo(people: People, url: string) {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Talk', [[bo, 'editor']])
  const [a, b] = [new VoicePage(ada), new VoicePage(bo)]
  for (const [page, tone] of [
    [a, adasTone],
    [b, bosTone],
  ] as const) {
    await page.open(url, wid, tone)
    await page.join()
  }
  return { wid, ada, bo, a, b }
}

/** Cy, another editor of Ada's board, with its voice panel open. */
export async function bringCy(people: People, url: string, { ada, wid }: { ada: Person; wid: string }) {
  const cy = await people.member('Cy')
  const { token } = await ada.api.space.inviteLink({ query: { wid, role: 'editor' } })
  await cy.api.space.acceptInvite({ body: { token } })
  const c = new VoicePage(cy)
  await c.open(url, wid, cysTone)
  return { cy, c }
}

/** The three of them in the room; Ada hears the others. */
export async function talkAsThree(people: People, url: string) {
  const two = await talkAsTwo(people, url)
  const third = await bringCy(people, url, two)
  await third.c.join()
  await two.a.receivesFrom(bosTone, cysTone)
  return { ...two, ...third }
}

/** The voice engines that can be started here. */
export const engines = hasLiveKit() ? (['embedded', 'livekit'] as const) : (['embedded'] as const)

interface OnEngine {
  engine: (typeof engines)[number]
  liveKit: LiveKitServer | null
  /** Kills the process that carries the sound; it restarts by itself, as a service does. */
  crash: () => Promise<void>
  /** Suspends that process, as a frozen network does; returns what resumes it. */
  freeze: () => () => void
}

/** A test whose pages have microphones and whose server has a voice engine. */
export const talk = test.extend<OnEngine>({
  engine: ['embedded', { option: true }],
  liveKit: async ({ engine }, use) => {
    const started = engine === 'livekit' ? await startLiveKit() : null
    await use(started)
    await started?.dispose()
  },
  server: async ({ plainServer, liveKit }, use) => {
    const own = liveKit && (await startServer({ env: liveKit.env }))
    await use(own ?? plainServer)
    await own?.dispose()
  },
  crash: async ({ liveKit, server }, use) =>
    use(async () => {
      if (liveKit) await liveKit.crash()
      else process.kill(findVoice(server.url), 'SIGKILL')
    }),
  freeze: async ({ liveKit, server }, use) =>
    use(() => {
      const pid = liveKit?.pid() ?? findVoice(server.url)
      process.kill(pid, 'SIGSTOP')
      return () => process.kill(pid, 'SIGCONT')
    }),
  // In a fixture, because options set by a helper hold only for the first file that imports it.
  launchOptions: [
    async ({ launchOptions }, use) => {
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...voiceArguments] })
    },
    { scope: 'worker' },
  ],
})
