/** Choice lists of the profile: ids are kept for good, names are what people read. */
const lists = {
  occupation: [
    ['design', 'Design'],
    ['engineering', 'Engineering'],
    ['product', 'Product management'],
    ['project', 'Project management'],
    ['research', 'Research'],
    ['education', 'Teaching'],
    ['student', 'Studies'],
    ['marketing', 'Marketing'],
    ['sales', 'Sales'],
    ['operations', 'Operations'],
    ['people', 'Human resources'],
    ['leadership', 'Management'],
    ['other', 'Something else'],
  ],
  staffNum: [
    ['1', 'Just me'],
    ['2-10', '2 to 10'],
    ['11-50', '11 to 50'],
    ['51-200', '51 to 200'],
    ['201-1000', '201 to 1,000'],
    ['1001', 'More than 1,000'],
  ],
  trade: [
    ['software', 'Software'],
    ['education', 'Education'],
    ['consulting', 'Consulting'],
    ['media', 'Media and design'],
    ['finance', 'Finance'],
    ['health', 'Health'],
    ['industry', 'Industry'],
    ['retail', 'Retail'],
    ['public', 'Public service'],
    ['nonprofit', 'Non-profit'],
    ['other', 'Something else'],
  ],
} as const satisfies Record<string, readonly (readonly [id: string, name: string])[]>

export type ChoiceList = keyof typeof lists

export function choicesOf(list: ChoiceList) {
  const items = lists[list].map(([id, name]) => ({ id, name }))
  return Promise.resolve({ list: items, total: items.length })
}

export const isChoice = (list: ChoiceList, id: string): boolean => lists[list].some(([known]) => known === id)
