const maxLength = 300

/** Named character references that occur in titles; numbers are read as well. */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  middot: '·',
  bull: '•',
  laquo: '«',
  raquo: '»',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  aring: 'å',
  Aring: 'Å',
  eacute: 'é',
}

/** The title that a page gives itself for previews, else the one of its tab; empty without any. */
export function getPageTitle(html: string): string {
  const head = withoutScripts(html)
  // All repetitions are bounded, so that no page takes longer than its length.
  const shared = [...head.matchAll(/<meta\b[^>]{0,2000}>/gi)]
    .map(([tag]) => tag)
    .find((tag) => isSharedTitle(tag))
  const own = /<title\b[^>]{0,500}>([^<]{0,5000})/i.exec(head)?.[1]
  return clean((shared && getAttribute(shared, 'content')) ?? '') || clean(own ?? '')
}

/** Without comments, scripts and styles, whose text could look like a title. */
function withoutScripts(html: string): string {
  const lower = html.toLowerCase()
  const parts: string[] = []
  let at = 0
  for (const { index, 0: start, 1: name } of lower.matchAll(/<!--|<(script|style)\b/g)) {
    if (index < at) continue
    parts.push(html.slice(at, index))
    const end = lower.indexOf(name === undefined ? '-->' : `</${name}`, index + start.length)
    if (end === -1) return parts.join(' ')
    at = end
  }
  return [...parts, html.slice(at)].join(' ')
}

function isSharedTitle(tag: string): boolean {
  return (getAttribute(tag, 'property') ?? getAttribute(tag, 'name'))?.toLowerCase() === 'og:title'
}

function getAttribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag)
  return found?.[1] ?? found?.[2] ?? found?.[3]
}

function clean(text: string): string {
  const decoded = text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, dec, hex, name) => {
    const code = dec ? Number(dec) : hex ? parseInt(hex as string, 16) : null
    if (code === null) return named[name as string] ?? whole
    return code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ''
  })
  const line = decoded.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return [...line].slice(0, maxLength).join('')
}

/** The encoding that the header or the page itself names, else UTF-8. */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 1_024))
  const label =
    /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1] ??
    /<meta[^>]*charset\s*=\s*["']?([\w-]+)/i.exec(start)?.[1]
  try {
    return new TextDecoder(label ?? 'utf-8').decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
