import { join } from 'node:path'
import { app, BrowserWindow, ipcMain, screen, session } from 'electron'
import { linkScheme } from './core/link.ts'
import { ElectronHost } from './electron/electron-host.ts'
import { runApp } from './run-app.ts'
import { readEnvironment } from './system/environment.ts'

// Entry for Electron in place of `main.ts`. Type-checked, and tested against a stand-in of Electron; never run by us.

/** What the system handed over before the app was ready; macOS does so by events, not by arguments. */
const early: string[] = []
let receive: (args: readonly string[]) => void = (args) => void early.push(...args)
app.on('open-url', (event, url) => {
  event.preventDefault()
  receive([url])
})
app.on('open-file', (event, path) => {
  event.preventDefault()
  receive([path])
})

async function main(): Promise<void> {
  await app.whenReady()
  const args = process.argv.slice(app.isPackaged ? 1 : 2)
  const code = await runApp(readEnvironment(), [...args, ...early.splice(0)], {
    createHost: () =>
      new ElectronHost({
        createWindow: (options) => new BrowserWindow(options),
        session: session.fromPartition('persist:tavla'),
        ipc: ipcMain,
        getWorkArea: (bounds) => screen.getDisplayMatching(bounds).workArea,
        preload: join(import.meta.dirname, 'preload.cjs'),
      }),
    isSchemeOurs: () => Promise.resolve(app.isDefaultProtocolClient(linkScheme)),
    explain: () => undefined,
    onStarted(handler) {
      receive = handler
      if (early.length > 0) handler(early.splice(0))
    },
  })
  app.exit(code)
}

void main()
