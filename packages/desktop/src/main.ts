import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { BrowserStartError, ChromiumHost } from './chromium/chromium-host.ts'
import { findChromium } from './chromium/find-chromium.ts'
import { getShellTexts } from './core/shell-texts.ts'
import { Shell } from './core/shell.ts'
import { parseStartArguments } from './core/start-arguments.ts'
import { systemClock } from './system/system-clock.ts'
import { readEnvironment } from './system/environment.ts'
import { listenOnLoopback } from './system/loopback.ts'
import { openExternal } from './system/open-external.ts'
import { readOpenedFile, resolveFileArguments } from './system/opened-files.ts'
import { probeServer } from './system/server-probe.ts'
import { isSchemeOurs } from './system/link-handler.ts'
import { SettingsFile } from './system/settings-file.ts'
import { getLockAddress, lockInstance } from './system/single-instance.ts'

const environment = readEnvironment()
const texts = getShellTexts(environment.language)
const print = (text: string) => void process.stderr.write(`${text}\n`)

async function main(): Promise<number> {
  const start = resolveFileArguments(process.argv.slice(2), process.cwd())
  const request = parseStartArguments(start)
  if (request.isHelp || request.wrong !== undefined) {
    print(request.wrong === undefined ? texts.t('usage') : texts.t('wrongArgument', { text: request.wrong }))
    return request.isHelp ? 0 : 2
  }
  const settings = new SettingsFile(environment.folder)
  let shell: Shell | undefined
  const early: (readonly string[])[] = []
  const lock = await lockInstance(getLockAddress(environment), start, (later) =>
    shell ? void shell.receive(parseStartArguments(later)) : void early.push(later),
  )
  if (!lock) return 0
  const program = findChromium(environment)
  if (program === undefined) {
    print(texts.t('browser.missing'))
    lock.release()
    return 1
  }
  const closed = Promise.withResolvers<undefined>()
  const opening = new Shell({
    host: new ChromiumHost({ program, profile: join(environment.folder, 'profile') }),
    settings,
    texts,
    clock: systemClock,
    random: randomBytes,
    device: hostname(),
    talkKeys: { watch: () => Promise.resolve(false), stop: () => {} },
    readFile: readOpenedFile,
    probeServer,
    openExternal,
    isSchemeOurs: () => isSchemeOurs(environment.platform),
    listenOnLoopback,
    onClosed: () => closed.resolve(undefined),
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void opening.close())
  try {
    await opening.open(request)
    shell = opening
    for (const later of early) await shell.receive(parseStartArguments(later))
    await closed.promise
    return 0
  } catch (error) {
    if (!(error instanceof BrowserStartError)) throw error
    print(`${texts.t('browser.closed')}\n${error.output}`)
    return 1
  } finally {
    lock.release()
  }
}

process.exitCode = await main()
