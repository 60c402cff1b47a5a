import { watchUncovered } from '@tavla/canvas'

/** Loads fonts for the characters on boards that the shipped fonts do not have, such as Chinese ones. */
export function loadFallbackFonts(): void {
  const requested = new Set<string>()
  let next: Promise<void> | undefined
  let wanted = new Set<string>()
  // Texts are laid out one word after the other: those of one task are requested together.
  watchUncovered(async (text) => {
    for (const character of text) if (!requested.has(character)) wanted.add(character)
    if (wanted.size === 0) return
    next ??= Promise.resolve().then(async () => {
      const characters = wanted
      wanted = new Set()
      next = undefined
      // Without a connection, the next text loads it.
      const loaded = await import('./request-fonts.ts').catch(() => undefined)
      const found = await loaded?.requestFonts([...characters])
      for (const character of found ?? []) requested.add(character)
    })
    await next
  })
}
