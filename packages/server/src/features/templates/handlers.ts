import type { Calls } from '@tavla/contract'
import type { Handlers } from '../../context.ts'
import { listTemplates } from './templates.ts'

export const space = {
  templates({ actor }, { query }) {
    const list = listTemplates(query.lang ?? actor.lang)
    return Promise.resolve({ list, total: list.length })
  },
} satisfies Partial<Handlers<Calls['space']>>
