import { TemplateCategory, type Template } from '@tavla/contract'
import { agile } from './agile.ts'
import { diagrams } from './diagrams.ts'
import { ideas } from './ideas.ts'
import { planning } from './planning.ts'
import { type TemplateLanguage, templateLanguages, type Words } from './sheet.ts'
import { strategy } from './strategy.ts'
import type { BoardTemplate } from './template.ts'

const order = TemplateCategory.options

/** Every board to begin with, by category. */
export const boardTemplates: readonly BoardTemplate[] = [
  ...ideas,
  ...planning,
  ...agile,
  ...strategy,
  ...diagrams,
].toSorted((a, b) => order.indexOf(a.category) - order.indexOf(b.category))

const byId = new Map(boardTemplates.map((template) => [template.id, template]))

export const findTemplate = (id: string): BoardTemplate | null => byId.get(id) ?? null

/** The language of ours that fits a tag such as `sv-SE`; English where none does. */
export function getTemplateLanguage(tag: string): TemplateLanguage {
  const [main = ''] = tag.toLowerCase().split(/[-_]/)
  return templateLanguages.find((language) => language === main) ?? 'en'
}

/** The boards to begin with, told in a language. */
export function listTemplates(lang: string): Template[] {
  const language = getTemplateLanguage(lang)
  const say = (words: Words): string => words[templateLanguages.indexOf(language)] ?? words[0]
  return boardTemplates.map(({ id, category, name, description }) => ({
    id,
    category,
    name: say(name),
    description: say(description),
    preview: {
      light: previewUrl(id, language, 'light'),
      dark: previewUrl(id, language, 'dark'),
    },
  }))
}

const previewUrl = (id: string, language: TemplateLanguage, theme: 'light' | 'dark'): string =>
  `/api/template/${id}.${language}.${theme}.webp`
