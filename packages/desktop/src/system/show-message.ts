import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Environment } from './environment.ts'

/** A program that shows a message, and its arguments. */
type Messenger = readonly [name: string, getArguments: (text: string) => readonly string[]]

const title = 'Tavla'
const messengers: Partial<Record<NodeJS.Platform, readonly Messenger[]>> = {
  linux: [
    ['zenity', (text) => ['--error', '--no-markup', `--title=${title}`, '--width=420', `--text=${text}`]],
    ['kdialog', (text) => ['--title', title, '--error', text]],
    // It breaks no lines itself.
    ['xmessage', (text) => ['-center', '-title', title, text.replace(/(.{1,72})( |$)/g, '$1\n').trim()]],
    ['notify-send', (text) => [title, text]],
  ],
  darwin: [
    [
      'osascript',
      // The text is an argument, so that nothing of it is parsed as script.
      (text) => [
        '-e',
        'on run argv',
        '-e',
        `display alert "${title}" message (item 1 of argv)`,
        '-e',
        'end run',
        text,
      ],
    ],
  ],
}

/**
 * Shows why the app cannot open its window, for people who started it from a menu and see no terminal. Returns the
 * program that shows it.
 */
export function showMessage(
  text: string,
  { platform, path }: Pick<Environment, 'platform' | 'path'>,
): string | undefined {
  const folders = path.split(delimiter).filter(Boolean)
  for (const [name, getArguments] of messengers[platform] ?? []) {
    const program = folders.map((folder) => join(folder, name)).find(isExecutable)
    if (program === undefined) continue
    const child = spawn(program, getArguments(text), { stdio: 'ignore', detached: true })
    child.once('error', () => {})
    // The message stays after the app has ended.
    child.unref()
    return name
  }
  return undefined
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
