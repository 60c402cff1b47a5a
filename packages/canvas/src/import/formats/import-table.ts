import { importScene } from '../excalidraw.ts'
import type { ImportFailure } from '../import-failure.ts'
import { importLimits } from '../import-limits.ts'
import type { ImportedDrawing } from '../imported-drawing.ts'
import { createNoteCounter } from '../notes.ts'
import { importNotesTable } from './notes-table.ts'
import { measureBox, SceneBuilder } from './scene-builder.ts'

/** Splits CSV or TSV as in RFC 4180: cells in quotes may hold separators, line breaks and doubled quotes. */
export function parseTable(text: string, separator: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const endCell = (): void => {
    rows.at(-1)!.push(cell)
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const unit = text[at]!
    if (isQuoted) {
      if (unit !== '"') cell += unit
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (unit === '"' && cell === '') isQuoted = true
    else if (unit === separator) endCell()
    else if (unit === '\n') {
      endCell()
      rows.push([])
    } else if (unit !== '\r') cell += unit
  }
  endCell()
  return rows.filter((row) => row.some((each) => each.trim() !== ''))
}

/** Of comma, semicolon and tab, the one that splits the first line most often. */
function findSeparator(text: string): string {
  const first = text.slice(0, 10_000).split('\n', 1)[0] ?? ''
  const count = (separator: string): number => first.split(separator).length
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best))
}

/** Reads CSV or TSV as sticky notes if it lists some, else as boxes in rows and columns; the first row is filled. */
export function importTable(text: string, separator?: string): ImportedDrawing | ImportFailure {
  const clean = text.replace(/^\ufeff/, '')
  const rows = parseTable(clean, separator ?? findSeparator(clean))
  const cells = rows.reduce((sum, row) => sum + row.length, 0)
  if (cells > importLimits.cells)
    return { reason: 'too_large', message: `More than ${importLimits.cells} cells` }
  if (rows.length === 0) return { reason: 'empty', message: 'The table has no cells' }
  const notes = importNotesTable(rows)
  if (notes) return notes
  const widths: number[] = []
  const heights = rows.map((row) => {
    const sizes = row.map((cell) => measureBox(cell))
    sizes.forEach(({ w }, column) => (widths[column] = Math.max(widths[column] ?? 0, w)))
    return Math.max(...sizes.map(({ h }) => h))
  })
  const builder = new SceneBuilder()
  let y = 0
  for (const [row, list] of rows.entries()) {
    let x = 0
    for (const [column, cell] of list.entries()) {
      const [w, h] = [widths[column]!, heights[row]!]
      const fill = row === 0 ? '#dbe4ff' : undefined
      builder.addBox({ id: `${row}:${column}`, x, y, w, h, text: cell, fill, isRound: false })
      x += w
    }
    y += heights[row]!
  }
  return importScene(builder.getScene(), createNoteCounter())
}
