import { z } from 'zod'

/** What stands at the end of a line. */
export const Head = z.enum(['none', 'arrow', 'triangle', 'dot', 'diamond', 'bar'])
export type Head = z.infer<typeof Head>
