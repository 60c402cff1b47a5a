import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './run.ts'

/** What tests in a browser may ask of the server's code, which runs beside them under Node. */

type Ask = (context: unknown, request: unknown) => Promise<unknown>

/** Imported on first use: boundaries keep tools from importing packages, and most tests do not need it. */
function ask(file: string, name: string): Ask {
  return async (_context, request) => {
    const found = (await import(pathToFileURL(join(root, file)).href)) as Record<
      string,
      (request: unknown) => unknown
    >
    return found[name]?.(request)
  }
}

const layOut = 'packages/server/src/drawing/testing/lay-out.ts'

export const serverCommands = {
  layOutOnServer: ask(layOut, 'layOut'),
  boardFontFaces: ask(layOut, 'fontFaces'),
  measureOnServer: ask(layOut, 'widths'),
}
