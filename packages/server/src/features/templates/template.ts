import type { TemplateCategory } from '@tavla/contract'
import type { KeyOf } from '@tavla/locales'
import type { Sheet } from './sheet.ts'

/** A board to begin with. */
export interface BoardTemplate {
  readonly id: string
  readonly category: TemplateCategory
  readonly name: KeyOf<'templates'>
  /** What it is good for. */
  readonly description: KeyOf<'templates'>
  draw(sheet: Sheet): void
}
