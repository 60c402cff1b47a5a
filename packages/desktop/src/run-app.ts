import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { ShellHost } from './core/shell-host.ts'
import { getShellTexts } from './core/shell-texts.ts'
import { Shell } from './core/shell.ts'
import { parseStartArguments } from './core/start-arguments.ts'
import type { Environment } from './system/environment.ts'
import { listenOnLoopback } from './system/loopback.ts'
import { openExternal } from './system/open-external.ts'
import { readOpenedFile, resolveFileArguments } from './system/opened-files.ts'
import { probeServer } from './system/server-probe.ts'
import { showMessage } from './system/show-message.ts'
import { SettingsFile } from './system/settings-file.ts'
import { getLockAddress, lockInstance } from './system/single-instance.ts'
import { systemClock } from './system/system-clock.ts'
import { SystemTalkKeys } from './system/talk-keys.ts'

/** What shows the window on this computer. */
export interface AppPlatform {
  /** Undefined if there is no browser. */
  createHost(): ShellHost | undefined
  /** Whether the system opens links of our scheme with this installation. */
  isSchemeOurs(): Promise<boolean>
  /** Names why the window could not be opened; undefined for a fault of ours. */
  explain(error: unknown): string | undefined
  /** Called once with a function for links and files that the system hands over while the app runs. */
  onStarted?(receive: (args: readonly string[]) => void): void
}

const print = (text: string) => void process.stderr.write(`${text}\n`)

/** Runs the app until its window is closed and returns the exit code. A second start ends at once. */
export async function runApp(
  environment: Environment,
  args: readonly string[],
  platform: AppPlatform,
): Promise<number> {
  const texts = getShellTexts(environment.language)
  const start = resolveFileArguments(args, process.cwd())
  const request = parseStartArguments(start)
  if (request.isHelp || request.wrong !== undefined) {
    print(request.wrong === undefined ? texts.t('usage') : texts.t('wrongArgument', { text: request.wrong }))
    return request.isHelp ? 0 : 2
  }
  const settings = new SettingsFile(environment.folder)
  let shell: Shell | undefined
  const early: (readonly string[])[] = []
  const receive = (later: readonly string[]) =>
    shell ? void shell.receive(parseStartArguments(later)) : void early.push(later)
  const lock = await lockInstance(getLockAddress(environment), start, receive)
  if (!lock) return 0
  const host = platform.createHost()
  const fail = (reason: string) => {
    print(reason)
    // Without a terminal, the person started the app from a menu.
    if (!process.stderr.isTTY) showMessage(reason, environment)
  }
  if (host === undefined) {
    fail(texts.t('browser.missing'))
    lock.release()
    return 1
  }
  const closed = Promise.withResolvers<undefined>()
  const opening = new Shell({
    host,
    settings,
    texts,
    clock: systemClock,
    random: randomBytes,
    device: hostname(),
    talkKeys: new SystemTalkKeys({
      load: () => import('uiohook-napi'),
      isWayland: environment.isWayland,
      report: (reason) => print(`${texts.t('talkKeys')}\n${reason}`),
    }),
    readFile: readOpenedFile,
    probeServer,
    openExternal,
    isSchemeOurs: () => platform.isSchemeOurs(),
    listenOnLoopback,
    onClosed: () => closed.resolve(undefined),
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void opening.close())
  try {
    await opening.open(request)
    shell = opening
    for (const later of early) await shell.receive(parseStartArguments(later))
    platform.onStarted?.(receive)
    await closed.promise
    return 0
  } catch (error) {
    const reason = platform.explain(error)
    if (reason === undefined) throw error
    fail(`${texts.t('browser.closed')}\n${reason}`)
    return 1
  } finally {
    lock.release()
  }
}
