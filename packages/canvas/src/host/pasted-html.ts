import { DOMParser as RichParser, type Node as RichNode, type NodeType } from 'prosemirror-model'
import { isLegalText, type RichText, textSchema, toRichText } from '../document/text/rich-text.ts'

/** Longer HTML is not parsed; its plain text is used. */
const maxHtml = 2 * 1024 * 1024
const maxCells = 5_000

/** What HTML has beyond its plain text. */
export interface PastedHtml {
  /** Text with formats, lists or links. */
  readonly rich?: RichText
  /** The cells of HTML that is one table, by row. */
  readonly table?: readonly (readonly string[])[]
}

/** Reads untrusted HTML in an inert document: nothing in it runs or is loaded. */
export function readPastedHtml(html: string): PastedHtml {
  if (html.trim() === '' || html.length > maxHtml) return {}
  const { body } = parseInert(html)
  for (const element of body.querySelectorAll('script, style, template, noscript, title')) element.remove()
  const table = readTable(body)
  if (table) return { table }
  prepare(body)
  const doc = RichParser.fromSchema(textSchema).parse(body)
  return hasFormats(doc) && isLegalText(doc) ? { rich: toRichText(doc) } : {}
}

interface TrustedTypePolicies {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string },
  ): { createHTML(text: string): string }
}

let inertPolicy: ReturnType<TrustedTypePolicies['createPolicy']> | undefined

/** The policy is named in the page's content policy. It serves this parser alone, whose document runs nothing. */
function parseInert(html: string): Document {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypePolicies }
  inertPolicy ??= trustedTypes?.createPolicy('TavlaClipboard', { createHTML: (text) => text })
  return new DOMParser().parseFromString(inertPolicy ? inertPolicy.createHTML(html) : html, 'text/html')
}

/** The cells, if the table is all that has text and it has columns. Merged cells keep their text in the first one. */
function readTable(body: HTMLElement): string[][] | undefined {
  const table = body.querySelector('table')
  if (!table || table.querySelector('table') || getText(body) !== getText(table)) return undefined
  const rows = [...table.rows]
    .map((row) =>
      [...row.cells].flatMap((cell) => [getCellText(cell), ...emptyCells(Math.min(cell.colSpan, maxCells))]),
    )
    .filter((row) => row.some((cell) => cell !== ''))
  const cells = rows.reduce((sum, row) => sum + row.length, 0)
  return cells <= maxCells && rows.some((row) => row.length > 1) ? rows : undefined
}

const emptyCells = (span: number): string[] => Array.from({ length: Math.max(0, span - 1) }, () => '')

const getText = (element: Element): string => element.textContent.replaceAll(/\s+/g, '')

function getCellText(cell: Element): string {
  for (const end of cell.querySelectorAll('br')) end.replaceWith('\n')
  for (const block of cell.querySelectorAll('p, div, li')) if (block.nextSibling) block.append('\n')
  return cell.textContent
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .join('\n')
    .trim()
}

/** A row of a table becomes one paragraph: the text model has no tables. */
function prepare(body: HTMLElement): void {
  const { ownerDocument } = body
  for (const row of body.querySelectorAll('tr')) {
    const paragraph = ownerDocument.createElement('p')
    paragraph.textContent = [...row.children].map((cell) => cell.textContent.trim()).join('\t')
    row.closest('table')?.before(paragraph)
  }
  for (const table of body.querySelectorAll('table')) table.remove()
}

const formatted: ReadonlySet<NodeType> = new Set([
  textSchema.nodes.listItem,
  textSchema.nodes.checkItem,
  textSchema.nodes.heading,
])

function hasFormats(doc: RichNode): boolean {
  let has = false
  doc.descendants((node) => {
    has ||= node.marks.length > 0 || formatted.has(node.type)
    return !has
  })
  return has
}
