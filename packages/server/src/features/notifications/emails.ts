import {
  type Email,
  type EmailLanguage,
  writeEmail,
  oneLine,
  type Part,
  type Wording,
} from '../../ports/mail/email.ts'
import { type Sentences, getSentences, type AnnouncedNotification } from './sentences.ts'

export interface NewsEmail {
  readonly notices: readonly AnnouncedNotification[]
  /** Comes once a day. */
  readonly daily: boolean
  /** Where one chooses what is mailed. */
  readonly settings: string
  readonly home: string
}

/** One email tells at most so many; the rest is a number. */
const MAX_ANNOUNCED = 20

/** What happened while somebody was not looking: one thing, or many of them together. */
export function createNewsEmail(lang: string, news: NewsEmail): Email {
  const write = (language: EmailLanguage) => getWording(getSentences(language), news)
  return writeEmail(lang, { en: write('en'), de: write('de'), sv: write('sv') })
}

function getWording(words: Sentences, { notices, daily, settings, home }: NewsEmail): Wording {
  const [first, ...more] = notices
  const choose = { label: words.settings, link: settings, quiet: true } as const
  if (first && more.length === 0 && !daily) {
    const sentence = words.say(first)
    const open = { label: words.open(getName(first)), link: first.link }
    return { subject: sentence.replace(/\.$/, ''), parts: [sentence, open, choose] }
  }
  const announced = notices.slice(0, MAX_ANNOUNCED)
  const rest = notices.length - announced.length
  const parts: Part[] = [...Map.groupBy(announced, ({ wid }) => wid).values()].flatMap((group) =>
    ofSpace(words, group),
  )
  if (rest > 0) parts.push(words.more(rest))
  parts.push({ label: words.home, link: home }, choose)
  return { subject: (daily ? words.getDay : words.several)(notices.length), parts }
}

/** What happened in one space, and the way there. */
function ofSpace(words: Sentences, notices: readonly AnnouncedNotification[]): Part[] {
  const [first] = notices
  if (!first) return []
  return [
    ...notices.map((notice) => words.say(notice)),
    { label: words.open(getName(first)), link: first.link, quiet: true },
  ]
}

const getName = ({ space }: AnnouncedNotification): string => oneLine(space)
