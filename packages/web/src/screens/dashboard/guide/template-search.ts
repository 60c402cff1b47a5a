import type { Template, TemplateCategory } from '@tavla/contract'

/** Without case and accents. */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Templates of a category, or of all, in which every word stands, in name or description. */
export function foundTemplates(
  templates: readonly Template[],
  category: TemplateCategory | null,
  key: string,
): Template[] {
  const words = folded(key).split(/\s+/).filter(Boolean)
  return templates.filter((template) => {
    const text = folded(`${template.name} ${template.description}`)
    return (category === null || template.category === category) && words.every((word) => text.includes(word))
  })
}
