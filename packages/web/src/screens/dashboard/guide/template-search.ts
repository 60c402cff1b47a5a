import type { Template, TemplateCategory } from '@tavla/contract'

/** Removes case and accents. */
const normalize = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Templates of a category (null for all) whose name or description contains every word. */
export function searchTemplates(
  templates: readonly Template[],
  category: TemplateCategory | null,
  key: string,
): Template[] {
  const terms = normalize(key).split(/\s+/).filter(Boolean)
  return templates.filter((template) => {
    const text = normalize(`${template.name} ${template.description}`)
    return (category === null || template.category === category) && terms.every((word) => text.includes(word))
  })
}
