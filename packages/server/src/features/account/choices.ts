import { type EmailLanguage, emailLanguage } from '../../ports/mail/email.ts'

type Names = Readonly<Record<EmailLanguage, string>>
type List = readonly (readonly [id: string, names: Names])[]

const say = (en: string, de: string, sv: string): Names => ({ en, de, sv })
const other = say('Other', 'Sonstiges', 'Annat')

/** Choice lists of the profile, in the order in which they are shown: ids are kept for good, names are what people read. */
const lists = {
  occupation: [
    ['design', say('Design', 'Design', 'Design')],
    ['engineering', say('Engineering', 'Technik', 'Teknik')],
    ['product', say('Product management', 'Produktmanagement', 'Produktledning')],
    ['project', say('Project management', 'Projektleitung', 'Projektledning')],
    ['research', say('Research', 'Forschung', 'Forskning')],
    ['education', say('Education', 'Bildung', 'Utbildning')],
    ['student', say('Student', 'Studium', 'Student')],
    ['marketing', say('Marketing', 'Marketing', 'Marknadsföring')],
    ['sales', say('Sales', 'Vertrieb', 'Försäljning')],
    ['operations', say('Operations', 'Betrieb', 'Drift')],
    ['people', say('Human resources', 'Personal', 'Personal')],
    ['leadership', say('Management', 'Leitung', 'Ledning')],
    ['other', other],
  ],
  staffNum: [
    ['1', say('Just me', 'Nur ich', 'Bara jag')],
    ['2-10', say('2 to 10', '2 bis 10', '2 till 10')],
    ['11-50', say('11 to 50', '11 bis 50', '11 till 50')],
    ['51-200', say('51 to 200', '51 bis 200', '51 till 200')],
    ['201-1000', say('201 to 1,000', '201 bis 1.000', '201 till 1 000')],
    ['1001', say('More than 1,000', 'Mehr als 1.000', 'Fler än 1 000')],
  ],
  trade: [
    ['software', say('Software', 'Software', 'Mjukvara')],
    ['education', say('Education', 'Bildung', 'Utbildning')],
    ['consulting', say('Consulting', 'Beratung', 'Konsultverksamhet')],
    ['media', say('Media and design', 'Medien und Design', 'Medier och design')],
    ['finance', say('Finance', 'Finanzen', 'Finans')],
    ['health', say('Healthcare', 'Gesundheitswesen', 'Hälso- och sjukvård')],
    ['industry', say('Manufacturing', 'Fertigung', 'Tillverkning')],
    ['retail', say('Retail', 'Handel', 'Handel')],
    ['public', say('Public sector', 'Öffentlicher Sektor', 'Offentlig sektor')],
    ['nonprofit', say('Non-profit', 'Gemeinnützig', 'Ideell verksamhet')],
    ['other', other],
  ],
} as const satisfies Record<string, List>

export type ChoiceList = keyof typeof lists

export function getChoices(list: ChoiceList, lang: string) {
  const items = lists[list].map(([id, names]) => ({ id, name: names[emailLanguage(lang)] }))
  return Promise.resolve({ list: items, total: items.length })
}

export const isChoice = (list: ChoiceList, id: string): boolean => lists[list].some(([known]) => known === id)
