import { desktopFlagKey } from '@tavla/contract/desktop'
import type { BrowserWindow, BrowserWindowConstructorOptions, IpcMain, Rectangle, Session } from 'electron'
import { bridgeVersion } from '../core/bridge.ts'
import { fitOnScreen } from '../core/fit-on-screen.ts'
import type { ShellHost, ShellWindow, WindowEvents, WindowOptions } from '../core/shell-host.ts'
import { channels, type PreloadOptions } from './channels.ts'
import { ElectronWindow } from './electron-window.ts'

/** The used parts of Electron. Tests replace them, since no Electron was ever run by us. */
export interface ElectronParts {
  createWindow(options: BrowserWindowConstructorOptions): BrowserWindow
  readonly session: Session
  readonly ipc: Pick<IpcMain, 'handle' | 'on'>
  /** The part of the nearest screen that windows can use. */
  getWorkArea(bounds: Rectangle): Rectangle
  /** Path of the bundled preload script. */
  readonly preload: string
}

const firstSize = { width: 1280, height: 860 }

/** Permissions for pages of the server; `media` is limited to the microphone. */
const permissions: readonly string[] = [
  'media',
  'notifications',
  'clipboard-read',
  'clipboard-sanitized-write',
  'speaker-selection',
]

/** Shows the app in a window of Electron. */
export class ElectronHost implements ShellHost {
  readonly #parts: ElectronParts

  constructor(parts: ElectronParts) {
    this.#parts = parts
  }

  async open({ bounds, page }: WindowOptions, events: WindowEvents): Promise<ShellWindow> {
    const { createWindow, getWorkArea, preload, session, ipc } = this.#parts
    const known = bounds && { x: bounds.left, y: bounds.top, width: bounds.width, height: bounds.height }
    const area = known && getWorkArea(known)
    const fitted = bounds && area && fitOnScreen(bounds, { ...area, left: area.x, top: area.y })
    const browserWindow = createWindow({
      ...(known ?? firstSize),
      ...(fitted && { x: fitted.left, y: fitted.top, width: fitted.width, height: fitted.height }),
      title: 'Tavla',
      autoHideMenuBar: true,
      webPreferences: {
        ...{ preload, session },
        ...{ contextIsolation: true, sandbox: true, nodeIntegration: false },
        ...{ nodeIntegrationInSubFrames: false, nodeIntegrationInWorker: false, webviewTag: false },
      },
    })
    const window = new ElectronWindow(browserWindow, events)
    ipc.on(channels.options, (event) => {
      const options: PreloadOptions = {
        origin: window.origin,
        flagKey: desktopFlagKey,
        version: bridgeVersion,
      }
      event.returnValue = options
    })
    ipc.handle(channels.call, (event, text: unknown) => window.answer(event, text))
    grantPermissions(session, window)
    // A failure is an event of the window.
    if (page !== undefined) void window.load(page)
    return window
  }
}

function grantPermissions(session: Session, window: ElectronWindow): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    const isVideo = 'mediaTypes' in details && details.mediaTypes?.includes('video') === true
    answer(permissions.includes(permission) && !isVideo && window.isServer(details.requestingUrl))
  })
  session.setPermissionCheckHandler(
    (_contents, permission, origin, details) =>
      permissions.includes(permission) && details.mediaType !== 'video' && window.isServer(origin),
  )
}
