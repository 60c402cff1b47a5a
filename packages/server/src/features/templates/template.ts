import type { TemplateCategory } from '@tavla/contract'
import type { NamespaceKey } from '@tavla/locales'
import type { Sheet } from './sheet.ts'

/** A board template. */
export interface BoardTemplate {
  readonly id: string
  readonly category: TemplateCategory
  readonly name: NamespaceKey<'templates'>
  /** What it is for. */
  readonly description: NamespaceKey<'templates'>
  draw(sheet: Sheet): void
}
