import { TemplateCategory, type Template } from '@tavla/contract'
import type { Language } from '@tavla/locales'
import { getTexts } from '@tavla/locales/texts'
import { agile } from './agile.ts'
import { diagrams } from './diagrams.ts'
import { ideas } from './ideas.ts'
import { planning } from './planning.ts'
import { strategy } from './strategy.ts'
import type { BoardTemplate } from './template.ts'

const order = TemplateCategory.options

/** Every template, by category. */
export const boardTemplates: readonly BoardTemplate[] = [
  ...ideas,
  ...planning,
  ...agile,
  ...strategy,
  ...diagrams,
].toSorted((a, b) => order.indexOf(a.category) - order.indexOf(b.category))

const byId = new Map(boardTemplates.map((template) => [template.id, template]))

export const findTemplate = (id: string): BoardTemplate | null => byId.get(id) ?? null

/** The templates with names in one language. */
export function listTemplates(lang: string): Template[] {
  const { language, t } = getTexts(lang)
  return boardTemplates.map(({ id, category, name, description }) => ({
    id,
    category,
    name: t(`templates:${name}`),
    description: t(`templates:${description}`),
    preview: {
      light: previewUrl(id, language, 'light'),
      dark: previewUrl(id, language, 'dark'),
    },
  }))
}

const previewUrl = (id: string, language: Language, theme: 'light' | 'dark'): string =>
  `/api/template/${id}.${language}.${theme}.webp`
