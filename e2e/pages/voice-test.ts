import { hasLiveKit, type LiveKitServer, startLiveKit } from '../../tools/livekit-process.ts'
import { startServer } from '../server.ts'
import { test } from './test.ts'
import { findVoice, voiceArguments } from './voice-page.ts'

/** The microphones of three people, in Hz. */
export const [adasTone, bosTone, cysTone] = [550, 700, 850] as const

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
