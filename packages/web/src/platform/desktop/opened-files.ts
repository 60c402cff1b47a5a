import type { DesktopFile } from '@tavla/contract'
import { getDesktopBridge } from '../dom/desktop.ts'
import { takeShared } from './take-shared.ts'

/** First version of the desktop app that hands files over. */
const versionWithFiles = 2

/** Chromium's queue of the files with which an installed app was started; the DOM types lack it. */
interface LaunchQueue {
  setConsumer(receive: (launch: { readonly files?: readonly FileSystemHandle[] }) => void): void
}

/** Files that were opened with the app, and names of those that are too large for its bridge. */
export interface OpenedFiles {
  readonly files: readonly File[]
  readonly tooLarge: readonly string[]
}

/** Passes on the files that a person opened with the app in their system. Returns a function that stops. */
export function watchOpenedFiles(onFiles: (opened: OpenedFiles) => void): () => void {
  let isStopped = false
  const pass = (files: readonly File[]) => {
    if (!isStopped && files.length > 0) onFiles({ files, tooLarge: [] })
  }
  const fail = (error: unknown) => console.error('Opened files could not be read', error)
  // Taken once and then gone from the desktop app, so that they are passed on even after a stop.
  takeFromDesktop().then((opened) => {
    if (opened.files.length + opened.tooLarge.length > 0) onFiles(opened)
  }, fail)
  takeFromShare().then((files) => files.length > 0 && onFiles({ files, tooLarge: [] }), fail)
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue }
  launchQueue?.setConsumer(({ files = [] }) => {
    const handles = files.filter((handle): handle is FileSystemFileHandle => handle.kind === 'file')
    Promise.all(handles.map((handle) => handle.getFile())).then(pass, fail)
  })
  return () => void (isStopped = true)
}

async function takeFromShare(): Promise<readonly File[]> {
  // Pages without TLS have no caches.
  const { caches } = globalThis as { caches?: CacheStorage }
  return caches ? takeShared(caches, !matchMedia('(display-mode: browser)').matches) : []
}

async function takeFromDesktop(): Promise<OpenedFiles> {
  const bridge = getDesktopBridge()
  const taken = bridge && bridge.version >= versionWithFiles ? await bridge.takeFiles() : []
  const isTooLarge = (file: DesktopFile) => file.isTooLarge === true
  return {
    files: taken.filter((file) => !isTooLarge(file)).map(toFile),
    tooLarge: taken.filter(isTooLarge).map(({ name }) => name),
  }
}

function toFile({ name, base64 }: DesktopFile): File {
  const content = atob(base64)
  return new File([Uint8Array.from(content, (sign) => sign.charCodeAt(0))], name)
}
