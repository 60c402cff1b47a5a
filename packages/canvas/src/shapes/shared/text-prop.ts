import { z } from 'zod'

/** A rich-text document as JSON, or null while empty. The reducer validates it with the text schema. */
export const Text = z.looseObject({ type: z.literal('doc'), content: z.array(z.unknown()) }).nullable()
