import type { RichText, TextStyle, TextRun } from '@tavla/canvas/svg'
import { commands } from 'vitest/browser'

export interface LayoutLine {
  readonly text: string
  readonly x: number
  readonly width: number
  readonly runs: readonly (readonly [text: string, x: number, width: number])[]
}

// Functions of the server that vitest.config.ts makes available to browser tests.
declare module 'vitest/browser' {
  interface BrowserCommands {
    layOutOnServer(
      cases: readonly { readonly doc: RichText; readonly style: TextStyle }[],
    ): Promise<readonly (readonly LayoutLine[])[]>
    measureOnServer(runs: readonly TextRun[]): Promise<readonly number[]>
  }
}

export const { layOutOnServer, measureOnServer } = commands
