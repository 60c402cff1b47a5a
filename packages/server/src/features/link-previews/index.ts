import type { Calls } from '@tavla/contract'
import type { Handlers } from '../../context.ts'

export const space = {
  async linkPreview({ app }, { body }) {
    return { preview: (await app.pages?.preview(body.url)) ?? null }
  },
} satisfies Partial<Handlers<Calls['space']>>
