import { z } from 'zod'

/** Type of an arrowhead; the last ones are those of entity-relationship and class diagrams. */
export const heads = [
  'none',
  'arrow',
  'triangle',
  'dot',
  'diamond',
  'bar',
  'hollowTriangle',
  'hollowDiamond',
  'one',
  'many',
  'zeroOrOne',
  'oneOrMany',
  'zeroOrMany',
] as const

export const Head = z.enum(heads)
export type Head = z.infer<typeof Head>
