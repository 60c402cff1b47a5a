/** Chromium's map from a key's place to its character in the current layout; the DOM types lack it. */
interface KeyboardWithLayout {
  getLayoutMap(): Promise<ReadonlyMap<string, string>>
}

/** The place of a key, as `KeyboardEvent.code`, by its name in the settings. */
export async function findKeyCode(
  keyName: string,
  { keyboard }: { readonly keyboard?: KeyboardWithLayout } = navigator as object,
): Promise<string | null> {
  // Not available on pages without TLS.
  const layout = await keyboard?.getLayoutMap().catch(() => null)
  for (const [code, character] of layout ?? []) if (character.toUpperCase() === keyName) return code
  if (/^[A-Z]$/.test(keyName)) return `Key${keyName}`
  if (/^[0-9]$/.test(keyName)) return `Digit${keyName}`
  // Names of longer keys are their places: F12, Space, PageUp.
  return /^[A-Za-z][A-Za-z0-9]+$/.test(keyName) ? keyName : null
}
