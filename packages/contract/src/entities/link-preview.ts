import { z } from 'zod'

/** What a web page says of itself; for people, who decide whether they open it. */
export const LinkPreview = z.object({
  title: z.string(),
  /** Host of the page, without `www.`. */
  site: z.string(),
})
export type LinkPreview = z.infer<typeof LinkPreview>
