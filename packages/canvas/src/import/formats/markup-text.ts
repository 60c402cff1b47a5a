const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
])

/** Replaces the entities that every file may use; those that a file declares itself stay as they are. */
export function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos|nbsp));/gi,
    (all, hex, number, name) => {
      if (name !== undefined) return entities.get(String(name).toLowerCase()) ?? String(all)
      const code = hex === undefined ? Number(number) : Number.parseInt(String(hex), 16)
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
    },
  )
}

/** The text of an HTML label, with its line breaks. Takes time in proportion to its length. */
export function getTextOfHtml(html: string): string {
  const plain = html
    .replaceAll(/\s+/g, (space) => (space.includes('\n') ? ' ' : space))
    .replaceAll(/<br\s*\/?>|<\/(?:p|div|li|h[1-6]|tr)>|<hr[^<>]{0,200}>/gi, '\n')
    .replaceAll(/<(?:div|p)(?:\s[^<>]{0,2000})?>/gi, (tag, at: number) => (at === 0 ? '' : `\n${tag}`))
    .replaceAll(/<[a-z!/][^<>]{0,5000}>/gi, '')
  return decodeEntities(plain)
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{2,}/g, '\n')
    .trim()
}
