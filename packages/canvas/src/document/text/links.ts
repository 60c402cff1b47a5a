import type { Node } from 'prosemirror-model'
import { AddMarkStep, type Step } from 'prosemirror-transform'
import { getDocument, isLinkUrl, type RichText, textSchema, toRichText } from './rich-text.ts'
import { afterSteps } from './text-steps.ts'

/** A URL or email address in a text. */
export interface FoundUrl {
  readonly from: number
  readonly to: number
  readonly href: string
}

/** An email address begins where no character of one is before it; else a long word would be read from each of its characters. */
const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>"]+|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/giu
const WEB_PAGE = /^(?:https?:\/\/|www\.)/i
const EMAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/u
/** A domain with an optional port, path, query or fragment. */
const DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u
const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** URLs and email addresses in a line; punctuation that ends a sentence is not part of them. */
export function findUrls(line: string): FoundUrl[] {
  return [...line.matchAll(ADDRESS)].flatMap((match) => {
    const text = withoutPunctuation(match[0])
    const isInWord = /[\w@]/.test(line[match.index - 1] ?? '')
    const href = isInWord ? undefined : getHref(text)
    return href === undefined ? [] : [{ from: match.index, to: match.index + text.length, href }]
  })
}

function withoutPunctuation(text: string): string {
  let end = text.length
  for (; end > 0; end--) {
    const last = text[end - 1]!
    const opening = CLOSING[last]
    const isUnmatched =
      opening !== undefined && count(text.slice(0, end), last) > count(text.slice(0, end), opening)
    if (!isUnmatched && !/[.,;:!?'*_~`]/.test(last)) break
  }
  return text.slice(0, end)
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

function getHref(text: string): string | undefined {
  const isBareDomain = /^www\./i.test(text)
  if (isBareDomain && !/^www\.[^.]+\.\S/i.test(text)) return undefined
  const href = isBareDomain ? `https://${text}` : WEB_PAGE.test(text) ? text : `mailto:${text}`
  return isLinkUrl(href) ? href : undefined
}

/** The URL that a person means by what they typed into a field; undefined if it cannot be a link. */
export function toLinkUrl(typed: string): string | undefined {
  const text = typed.trim()
  if (isLinkUrl(text)) return text
  const guess = EMAIL.test(text) ? `mailto:${text}` : DOMAIN.test(text) ? `https://${text}` : undefined
  return isLinkUrl(guess) ? guess : undefined
}

/** The URL of a web page that is all of the text; undefined for anything else. */
export function getPageUrl(text: string): string | undefined {
  const [found, ...more] = findUrls(text)
  const isAll = found?.from === 0 && found.to === text.length && more.length === 0
  return isAll && WEB_PAGE.test(text) ? found.href : undefined
}

/** Steps that turn URLs without a link into links, and the text after them. */
export function linkUrls(doc: Node): { readonly steps: readonly Step[]; readonly doc: Node } {
  const steps: Step[] = []
  doc.descendants((node, at) => {
    if (!node.isText || node.marks.some(({ type }) => type === link || type === code)) return
    for (const { from, to, href } of findUrls(node.text ?? ''))
      steps.push(new AddMarkStep(at + from, at + to, link.create({ href })))
  })
  return { steps, doc: afterSteps(doc, steps) ?? doc }
}

const { link, code } = textSchema.marks

/** The text with its URLs as links. */
export function withLinks(text: RichText): RichText {
  const { doc, steps } = linkUrls(getDocument(text))
  return steps.length === 0 ? text : toRichText(doc)
}
