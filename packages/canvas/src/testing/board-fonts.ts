import { commands } from 'vitest/browser'

// Commands of vitest.config.ts with which browser tests call server code.
declare module 'vitest/browser' {
  interface BrowserCommands {
    boardFontFaces(): Promise<string>
  }
}

/** Adds the shipped fonts to the test page; files are loaded when first used. */
export async function addBoardFonts(): Promise<void> {
  const style = document.createElement('style')
  style.textContent = await commands.boardFontFaces()
  document.head.append(style)
}

/** Runs `act`, and again after each font that it caused to load, as a board does. */
export async function withBoardFonts(act: () => void): Promise<void> {
  act()
  while ([...document.fonts].some(({ status }) => status === 'loading')) {
    await new Promise((resolve) => document.fonts.addEventListener('loadingdone', resolve, { once: true }))
    act()
  }
}
