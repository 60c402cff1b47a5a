import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Environment of the shell, read once. */
export interface Environment {
  readonly platform: NodeJS.Platform
  /** Program folders as in PATH. */
  readonly path: string
  readonly home: string
  /** Folder of settings, lock and browser profile; accessible only to its owner. */
  readonly folder: string
  /** Short enough for socket names, which are limited to about 100 bytes. */
  readonly socketFolder: string
  /** Browser chosen by the user. */
  readonly browser: string | undefined
  readonly language: string
  /** The desktop runs on Wayland, even if it also has an X display. */
  readonly isWayland: boolean
  /** Program folders on Windows. */
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
    isWayland: platform === 'linux' && (env['XDG_SESSION_TYPE'] === 'wayland' || !!env['WAYLAND_DISPLAY']),
    programFolders: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => env[name] ?? []),
  }
}
