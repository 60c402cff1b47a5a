import { z } from 'zod'
import { Id } from '../wire.ts'

/** The headings under which templates are offered, in this order. */
export const TemplateCategory = z.enum(['ideas', 'planning', 'agile', 'strategy', 'diagrams', 'meetings'])
export type TemplateCategory = z.infer<typeof TemplateCategory>

/** A board to begin with. Its name and what is written on it are in the requester's language. */
export const Template = z.object({
  id: Id,
  name: z.string(),
  /** What it is good for, one sentence. */
  description: z.string(),
  category: TemplateCategory,
  /** Pictures of it, 640 × 400, WebP, by theme; the same for everybody. */
  preview: z.object({ light: z.string(), dark: z.string() }),
})
export type Template = z.infer<typeof Template>
