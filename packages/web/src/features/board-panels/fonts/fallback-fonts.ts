import { watchUncovered } from '@tavla/canvas'

/** Loads fonts for the characters on boards that the shipped fonts do not have, such as Chinese ones. */
export function loadFallbackFonts(): void {
  const requested = new Set<string>()
  let next: Promise<void> | undefined
  let wanted = new Set<string>()
  watchUncovered(async (text) => {
    for (const character of text) if (!requested.has(character)) wanted.add(character)
    if (wanted.size === 0) return
    // Begins at once, since laying out texts occupies the page; those of one task are requested together.
    next ??= import('./request-fonts.ts').then(
      async ({ requestFonts }) => {
        const characters = wanted
        wanted = new Set()
        next = undefined
        for (const character of await requestFonts([...characters])) requested.add(character)
      },
      // Without a connection, the next text loads it.
      () => (next = undefined),
    )
    await next
  })
}
