import { spawn } from 'node:child_process'

const openers: Partial<Record<NodeJS.Platform, (url: string) => readonly [string, ...string[]]>> = {
  darwin: (url) => ['open', url],
  // `start` would have the command interpreter read signs of the address.
  win32: (url) => ['rundll32', 'url.dll,FileProtocolHandler', url],
}

/** Gives an address to the system's own browser or mail program; it was checked by `isExternal`. */
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
