import { z } from 'zod'
import { Id } from '../wire.ts'

/** Template categories in display order. */
export const TemplateCategory = z.enum(['ideas', 'planning', 'agile', 'strategy', 'diagrams', 'meetings'])
export type TemplateCategory = z.infer<typeof TemplateCategory>

/** A board template in the caller's language. */
export const Template = z.object({
  id: Id,
  name: z.string(),
  /** Its purpose, in one sentence. */
  description: z.string(),
  category: TemplateCategory,
  /** Preview images, 640 × 400, WebP, by theme; the same for all users. */
  preview: z.object({ light: z.string(), dark: z.string() }),
})
export type Template = z.infer<typeof Template>
