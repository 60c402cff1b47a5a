import { spawn } from 'node:child_process'

const openers: Partial<Record<NodeJS.Platform, (url: string) => readonly [string, ...string[]]>> = {
  darwin: (url) => ['open', url],
  // `start` would let the command interpreter parse characters of the URL.
  win32: (url) => ['rundll32', 'url.dll,FileProtocolHandler', url],
}

/** Opens a URL with the system's browser or mail program; check it with `isExternal` first. */
export function openExternal(url: string, platform: NodeJS.Platform = process.platform): Promise<boolean> {
  const [command, ...args] = openers[platform]?.(url) ?? ['xdg-open', url]
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}
