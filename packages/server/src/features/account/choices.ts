import { getTexts } from '@tavla/locales/texts'

/**
 * Options of the profile's selects, in display order. Ids are permanent; names are texts of the namespace
 * `lists`.
 */
const lists = {
  occupation: [
    'design',
    'engineering',
    'product',
    'project',
    'research',
    'education',
    'student',
    'marketing',
    'sales',
    'operations',
    'people',
    'leadership',
    'other',
  ],
  staffNum: ['1', '2-10', '11-50', '51-200', '201-1000', '1001'],
  trade: [
    'software',
    'education',
    'consulting',
    'media',
    'finance',
    'health',
    'industry',
    'retail',
    'public',
    'nonprofit',
    'other',
  ],
} as const

export type ChoiceList = keyof typeof lists

type ListKey = { [List in ChoiceList]: `lists:${List}.${(typeof lists)[List][number]}` }[ChoiceList]

export function getChoices(list: ChoiceList, lang: string) {
  const { t } = getTexts(lang)
  const items = lists[list].map((id) => ({ id, name: t(`lists:${list}.${id}` as ListKey) }))
  return Promise.resolve({ list: items, total: items.length })
}

export const isChoice = (list: ChoiceList, id: string): boolean => lists[list].some((known) => known === id)
