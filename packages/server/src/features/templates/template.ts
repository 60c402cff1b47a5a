import type { TemplateCategory } from '@tavla/contract'
import type { Sheet, Words } from './sheet.ts'

/** A board to begin with. */
export interface BoardTemplate {
  readonly id: string
  readonly category: TemplateCategory
  readonly name: Words
  /** What it is good for. */
  readonly description: Words
  draw(sheet: Sheet): void
}
