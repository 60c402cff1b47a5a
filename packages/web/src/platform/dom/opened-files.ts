import { getDesktopBridge } from './desktop.ts'

/** First version of the desktop app that hands files over. */
const versionWithFiles = 2

/** Chromium's queue of the files with which an installed app was started; the DOM types lack it. */
interface LaunchQueue {
  setConsumer(receive: (launch: { readonly files?: readonly FileSystemHandle[] }) => void): void
}

/** Passes on the files that a person opened with the app in their system. Returns a function that stops. */
export function watchOpenedFiles(onFiles: (files: readonly File[]) => void): () => void {
  let isStopped = false
  const pass = (files: readonly File[]) => {
    if (!isStopped && files.length > 0) onFiles(files)
  }
  const fail = (error: unknown) => console.error('Opened files could not be read', error)
  // Taken once and then gone from the desktop app, so that they are passed on even after a stop.
  takeFromDesktop().then((files) => files.length > 0 && onFiles(files), fail)
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue }
  launchQueue?.setConsumer(({ files = [] }) => {
    const handles = files.filter((handle): handle is FileSystemFileHandle => handle.kind === 'file')
    Promise.all(handles.map((handle) => handle.getFile())).then(pass, fail)
  })
  return () => void (isStopped = true)
}

async function takeFromDesktop(): Promise<readonly File[]> {
  const bridge = getDesktopBridge()
  if (!bridge || bridge.version < versionWithFiles) return []
  const files = await bridge.takeFiles()
  return files.map(({ name, base64 }) => {
    const content = atob(base64)
    return new File([Uint8Array.from(content, (sign) => sign.charCodeAt(0))], name)
  })
}
