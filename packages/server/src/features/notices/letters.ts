import {
  type Letter,
  type LetterLanguage,
  letterIn,
  oneLine,
  type Part,
  type Wording,
} from '../../ports/mail/letter.ts'
import { type Sentences, sentencesIn, type ToldNotice } from './sentences.ts'

export interface NewsLetter {
  readonly notices: readonly ToldNotice[]
  /** Comes once a day. */
  readonly daily: boolean
  /** Where one chooses what is mailed. */
  readonly settings: string
  readonly home: string
}

/** One letter tells at most so many; the rest is a number. */
const TOLD_AT_MOST = 20

/** What happened while somebody was not looking: one thing, or many of them together. */
export function newsLetter(lang: string, news: NewsLetter): Letter {
  const write = (language: LetterLanguage) => wordingOf(sentencesIn(language), news)
  return letterIn(lang, { en: write('en'), de: write('de'), sv: write('sv') })
}

function wordingOf(words: Sentences, { notices, daily, settings, home }: NewsLetter): Wording {
  const [first, ...more] = notices
  const choose = { label: words.settings, link: settings, quiet: true } as const
  if (first && more.length === 0 && !daily) {
    const sentence = words.say(first)
    const open = { label: words.open(nameOf(first)), link: first.link }
    return { subject: sentence.replace(/\.$/, ''), parts: [sentence, open, choose] }
  }
  const told = notices.slice(0, TOLD_AT_MOST)
  const rest = notices.length - told.length
  const parts: Part[] = [...Map.groupBy(told, ({ wid }) => wid).values()].flatMap((group) =>
    ofSpace(words, group),
  )
  if (rest > 0) parts.push(words.more(rest))
  parts.push({ label: words.home, link: home }, choose)
  return { subject: (daily ? words.dayOf : words.several)(notices.length), parts }
}

/** What happened in one space, and the way there. */
function ofSpace(words: Sentences, notices: readonly ToldNotice[]): Part[] {
  const [first] = notices
  if (!first) return []
  return [
    ...notices.map((notice) => words.say(notice)),
    { label: words.open(nameOf(first)), link: first.link, quiet: true },
  ]
}

const nameOf = ({ space }: ToldNotice): string => oneLine(space)
