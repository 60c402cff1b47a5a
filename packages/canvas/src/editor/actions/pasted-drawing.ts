import type { ClipboardContent } from '../board-ports.ts'

/** Text of another program's drawing, with a file name that tells the importer its format. */
export interface PastedDrawing {
  readonly name: string
  readonly text: string
}

/** Names of pasted drawings by format. */
const names = {
  excalidraw: 'clipboard.excalidraw',
  tldraw: 'clipboard.tldr',
  drawio: 'clipboard.drawio',
  svg: 'clipboard.svg',
  mermaid: 'clipboard.mmd',
  table: 'clipboard.tsv',
  commas: 'clipboard.csv',
} as const

/** Characters at the beginning that tell the format. */
const headLength = 2_000
/** Longer text is no table that a person wants as boxes. */
const maxTable = 500_000

/** A drawing on the clipboard that can be nothing else; undefined for other content. Never throws. */
export function findPastedDrawing({
  html,
  text,
}: Pick<ClipboardContent, 'html' | 'text'>): PastedDrawing | undefined {
  return findTldraw(html) ?? findTldraw(text) ?? findJson(text) ?? findDrawio(text) ?? findScene(text)
}

/** A table of a spreadsheet or web page, or text that has the same number of cells in each row. */
export function findPastedTable({
  text,
  table,
}: Pick<ClipboardContent, 'text' | 'table'>): PastedDrawing | undefined {
  if (table) return { name: names.table, text: toTable(table) }
  const separator = ['\t', ',', ';'].find((each) => isSeparated(text.slice(0, maxTable), each))
  if (separator === undefined || text.length > maxTable) return undefined
  return { name: separator === '\t' ? names.table : names.commas, text }
}

/** Whether each row has as many cells as the first, and no column is empty; prose has a space after its commas. */
function isSeparated(text: string, separator: string): boolean {
  const plain = text.replaceAll(/"(?:[^"]|"")*"/g, 'quoted')
  const rows = plain.split(/\r?\n/).filter((line) => line.trim() !== '').map((line) => line.split(separator)) // prettier-ignore
  const columns = rows[0]?.length ?? 0
  if (columns < 2 || rows.some((row) => row.length !== columns)) return false
  if (rows[0]!.some((_, column) => rows.every((row) => row[column]!.trim() === ''))) return false
  return separator === '\t' || (rows.length > 1 && !isProse(rows))
}

function isProse(rows: readonly (readonly string[])[]): boolean {
  const isDecimal = (row: readonly string[]): boolean => row.length === 2 && row.every((cell) => /^\s*\d+\s*$/.test(cell)) // prettier-ignore
  return rows.every(isDecimal) || rows.some((row) => row.slice(1).some((cell) => /^\s/.test(cell)))
}

function toTable(rows: readonly (readonly string[])[]): string {
  const quote = (cell: string): string => `"${cell.replaceAll('"', '""')}"`
  return rows.map((row) => row.map(quote).join('\t')).join('\n')
}

/** A Mermaid diagram, which can also be meant as text. */
export function findPastedDiagram(text: string): PastedDrawing | undefined {
  const head = text.slice(0, headLength).trimStart()
  const isDiagram =
    /^```\s*mermaid\s*\n/.test(head) ||
    /^(?:(?:graph|flowchart)[ \t]+(?:TB|TD|BT|RL|LR)\b|sequenceDiagram\b|classDiagram\b|stateDiagram(?:-v2)?\b|mindmap\b)[ \t]*(?:;|\n)/.test(
      head,
    )
  return isDiagram ? { name: names.mermaid, text } : undefined
}

/** Source text of an SVG image; undefined for other text. */
export function findPastedSvg(text: string): string | undefined {
  const source = text.trim()
  const isSvg =
    /^(?:<\?xml[^>]{0,500}\?>\s*)?(?:<!--[\s\S]{0,1000}?-->\s*)?(?:<!DOCTYPE svg[^>[]{0,500}>\s*)?<svg[\s>]/i
  return isSvg.test(source.slice(0, headLength)) && source.endsWith('</svg>') ? source : undefined
}

function findTldraw(html: string): PastedDrawing | undefined {
  const mark = html.indexOf('<div data-tldraw')
  const start = mark === -1 ? -1 : html.indexOf('>', mark) + 1
  const end = start > 0 ? html.lastIndexOf('</div>') : -1
  return end > start ? { name: names.tldraw, text: unescapeHtml(html.slice(start, end)) } : undefined
}

/** Browsers escape these characters in the HTML that they put on the clipboard. */
function unescapeHtml(html: string): string {
  return html
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

function findJson(text: string): PastedDrawing | undefined {
  const head = text.slice(0, headLength).trimStart()
  const type = head.startsWith('{') ? /"type"\s*:\s*"([^"]{1,40})"/.exec(head)?.[1] : undefined
  if (type === 'excalidraw/clipboard' || type === 'excalidraw' || type === 'excalidrawlib')
    return { name: names.excalidraw, text }
  return type === 'application/tldraw' ? { name: names.tldraw, text } : undefined
}

/** The diagram editor copies its XML with percent-encoding. */
function findDrawio(text: string): PastedDrawing | undefined {
  const head = text.slice(0, headLength).trimStart()
  if (/^(?:<\?xml[^>]{0,500}\?>\s*)?<(?:mxfile|mxGraphModel)[\s>]/.test(head))
    return { name: names.drawio, text }
  if (!/^%3C(?:mxfile|mxGraphModel)(?:%20|%3E)/i.test(head)) return undefined
  try {
    return { name: names.drawio, text: decodeURIComponent(text.trim()) }
  } catch {
    // Not valid percent-encoding.
    return undefined
  }
}

/** An SVG image in which a drawing is embedded. */
function findScene(text: string): PastedDrawing | undefined {
  const source = findPastedSvg(text)
  const isScene = source !== undefined && /application\/vnd\.(?:excalidraw\+json|tavla\+zip)/.test(source)
  return isScene ? { name: names.svg, text: source } : undefined
}
