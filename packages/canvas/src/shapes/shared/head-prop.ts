import { z } from 'zod'

/** Type of an arrowhead. */
export const Head = z.enum(['none', 'arrow', 'triangle', 'dot', 'diamond', 'bar'])
export type Head = z.infer<typeof Head>
