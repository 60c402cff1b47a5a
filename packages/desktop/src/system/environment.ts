import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

/** What the shell takes from the environment, read once. */
export interface Environment {
  readonly platform: NodeJS.Platform
  /** Folders of programs, as PATH names them. */
  readonly path: string
  readonly home: string
  /** Settings, the lock and the browser's profile; readable by its owner only. */
  readonly folder: string
  /** Short enough for the name of a socket, which systems limit to about a hundred bytes. */
  readonly socketFolder: string
  /** A browser named by the person. */
  readonly browser: string | undefined
  readonly language: string
  /** Where Windows keeps programs. */
  readonly programFolders: readonly string[]
}

export function readEnvironment(platform: NodeJS.Platform = process.platform): Environment {
  const { env } = process
  const home = homedir()
  const config = {
    darwin: join(home, 'Library/Application Support'),
    win32: env['LOCALAPPDATA'] ?? join(home, 'AppData/Local'),
  }
  const parent =
    platform === 'darwin' || platform === 'win32'
      ? config[platform]
      : env['XDG_CONFIG_HOME'] || join(home, '.config')
  return {
    platform,
    path: env['PATH'] ?? '',
    home,
    folder: env['TAVLA_DESKTOP_DIR'] || join(parent, 'tavla'),
    socketFolder: env['XDG_RUNTIME_DIR'] || tmpdir(),
    browser: env['TAVLA_BROWSER'] || undefined,
    language:
      env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || Intl.DateTimeFormat().resolvedOptions().locale,
    programFolders: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => env[name] ?? []),
  }
}
