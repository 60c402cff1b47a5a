/** Maximum entries of one block (ISO 32000-2, 9.10.3). */
const mostEntries = 100

/** The ToUnicode map of a font with one-byte codes 1, 2, 3 …, for search and copy. */
export function unicodeMap(texts: readonly string[]): string {
  const entries = texts.map((text, i) => `<${hex(i + 1, 2)}> <${utf16(text)}>`)
  const blocks: string[] = []
  for (let at = 0; at < entries.length; at += mostEntries) {
    const block = entries.slice(at, at + mostEntries)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange\n<00> <FF>\nendcodespacerange',
    ...blocks,
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n')
}

function utf16(text: string): string {
  return Array.from({ length: text.length }, (_, i) => hex(text.charCodeAt(i), 4)).join('')
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0')
}
