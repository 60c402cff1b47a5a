import { commands } from 'vitest/browser'

// What vitest.config.ts lets tests in a browser ask of the server's code.
declare module 'vitest/browser' {
  interface BrowserCommands {
    boardFontFaces(): Promise<string>
  }
}

/** Gives the test's page the fonts that we ship. What needs one is fetched when it is first measured or drawn. */
export async function addBoardFonts(): Promise<void> {
  const style = document.createElement('style')
  style.textContent = await commands.boardFontFaces()
  document.head.append(style)
}

/** Does it, and again after each font that it made the browser load, as a board does. */
export async function withBoardFonts(act: () => void): Promise<void> {
  act()
  while ([...document.fonts].some(({ status }) => status === 'loading')) {
    await new Promise((resolve) => document.fonts.addEventListener('loadingdone', resolve, { once: true }))
    act()
  }
}
