import { z } from 'zod'

/** A rich-text document as JSON, or null while nothing was typed. The reducer checks its inside with the text schema. */
export const Text = z.looseObject({ type: z.literal('doc'), content: z.array(z.unknown()) }).nullable()
