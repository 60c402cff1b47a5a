import { type Mark, type MarkSpec, Node, type NodeSpec, Schema } from 'prosemirror-model'
import { MAX_TEXT_DEPTH, MAX_TEXT_LENGTH, MAX_TEXT_NODES } from '../model/limits.ts'

/** A rich text as stored in a record's `text`: the JSON of a document of `textSchema`. */
export interface RichText {
  readonly type: 'doc'
  readonly content: readonly unknown[]
}

const HREF = /^(https?:\/\/|mailto:)[^\s<>"]+$/i
const MAX_HREF = 2_048
/** A palette name or `#rrggbb`; the theme resolves names to colours. */
const COLOR = /^(#[0-9a-f]{6}|[a-z][a-z0-9-]{0,31})$/i
const MAX_HEADING_LEVEL = 3
const MAX_LIST_START = 1_000_000

/** Links can have http, https and mailto URLs; other schemes, such as javascript and data, are rejected. */
export function isLinkUrl(href: unknown): href is string {
  return typeof href === 'string' && href.length <= MAX_HREF && HREF.test(href)
}

function demand(holds: (value: unknown) => boolean, what: string): (value: unknown) => void {
  return (value) => {
    if (!holds(value)) throw new RangeError(`not a ${what}`)
  }
}

const isListStart = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_LIST_START
const isColor = (value: unknown): boolean => typeof value === 'string' && COLOR.test(value)

const isHeadingLevel = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MAX_HEADING_LEVEL

const itemContent = 'paragraph (paragraph | bulletList | orderedList | checkList)*'

const nodes: Record<
  | 'doc'
  | 'paragraph'
  | 'heading'
  | 'bulletList'
  | 'orderedList'
  | 'listItem'
  | 'checkList'
  | 'checkItem'
  | 'hardBreak'
  | 'text',
  NodeSpec
> = {
  doc: { content: 'block+' },
  paragraph: { group: 'block', content: 'inline*', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
  heading: {
    group: 'block',
    content: 'inline*',
    defining: true,
    attrs: { level: { validate: demand(isHeadingLevel, 'heading level') } },
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
      tag: `h${level}`,
      attrs: { level: Math.min(level, MAX_HEADING_LEVEL) },
    })),
    toDOM: (node) => [`h${node.attrs['level']}`, 0],
  },
  checkList: {
    group: 'block',
    content: 'checkItem+',
    // Before the rule of other lists.
    parseDOM: [{ tag: 'ul[data-checks]', priority: 60 }],
    toDOM: () => ['ul', { 'data-checks': '' }, 0],
  },
  checkItem: {
    content: itemContent,
    defining: true,
    attrs: { checked: { default: false, validate: 'boolean' } },
    parseDOM: [
      {
        tag: 'li[data-checked]',
        priority: 60,
        getAttrs: (dom) => ({ checked: dom.getAttribute('data-checked') === 'true' }),
      },
    ],
    toDOM: (node) => ['li', { dir: 'auto', 'data-checked': String(node.attrs['checked']) }, 0],
  },
  bulletList: { group: 'block', content: 'listItem+', parseDOM: [{ tag: 'ul' }], toDOM: () => ['ul', 0] },
  orderedList: {
    group: 'block',
    content: 'listItem+',
    attrs: { start: { default: 1, validate: demand(isListStart, 'list start') } },
    parseDOM: [
      {
        tag: 'ol',
        getAttrs: (dom) => {
          const start = Number(dom.getAttribute('start') ?? 1)
          return { start: isListStart(start) ? start : 1 }
        },
      },
    ],
    toDOM: (node) => (node.attrs['start'] === 1 ? ['ol', 0] : ['ol', { start: node.attrs['start'] }, 0]),
  },
  listItem: {
    content: itemContent,
    defining: true,
    parseDOM: [{ tag: 'li' }],
    // With `dir="auto"` the list marker is on the right for Hebrew and Arabic.
    toDOM: () => ['li', { dir: 'auto' }, 0],
  },
  hardBreak: {
    group: 'inline',
    inline: true,
    selectable: false,
    linebreakReplacement: true,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
  },
  text: { group: 'inline' },
}

const marks: Record<'bold' | 'italic' | 'underline' | 'strike' | 'code' | 'link' | 'color', MarkSpec> = {
  link: {
    attrs: { href: { validate: demand(isLinkUrl, 'link address') } },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (dom) => {
          const href = dom.getAttribute('href')
          return isLinkUrl(href) ? { href } : false
        },
      },
    ],
    toDOM: (mark: Mark) => ['a', { href: mark.attrs['href'], rel: 'noopener noreferrer nofollow' }, 0],
  },
  color: {
    attrs: { value: { validate: demand(isColor, 'colour') } },
    parseDOM: [
      {
        tag: 'span[data-color]',
        getAttrs: (dom) => {
          const value = dom.getAttribute('data-color')
          return isColor(value) ? { value } : false
        },
      },
    ],
    toDOM: (mark: Mark) => ['span', { 'data-color': mark.attrs['value'] }, 0],
  },
  bold: {
    parseDOM: [
      { tag: 'strong' },
      // Google Docs wraps whole documents in a <b> that is not bold.
      { tag: 'b', getAttrs: (dom) => dom.style.fontWeight !== 'normal' && null },
      { style: 'font-weight', getAttrs: (value) => /^(bold(er)?|[6-9]\d{2,})$/.test(value) && null },
    ],
    toDOM: () => ['strong', 0],
  },
  italic: {
    parseDOM: [{ tag: 'i' }, { tag: 'em' }, { style: 'font-style=italic' }],
    toDOM: () => ['em', 0],
  },
  underline: {
    parseDOM: [{ tag: 'u' }, { style: 'text-decoration=underline' }],
    toDOM: () => ['u', 0],
  },
  strike: {
    parseDOM: [{ tag: 's' }, { tag: 'del' }, { style: 'text-decoration=line-through' }],
    toDOM: () => ['s', 0],
  },
  code: { parseDOM: [{ tag: 'code' }], toDOM: () => ['code', 0] },
}

/**
 * ProseMirror schema of texts on the board. Texts are stored as JSON, so that canvas, search and export need no
 * editor.
 */
export const textSchema = new Schema({ nodes, marks })

/** Parsed documents by stored value. */
const parsed = new WeakMap<object, Node>()

const emptyDoc = textSchema.node('doc', null, [textSchema.node('paragraph')])
const emptyText = toRichText(emptyDoc)

/** One empty paragraph, the meaning of null in a record's `text`. */
export function emptyRichText(): RichText {
  return emptyText
}

/** Converts each line to a paragraph. */
export function richTextFromPlain(plain: string): RichText {
  const lines = plain.replaceAll('\r\n', '\n').split('\n')
  const paragraphs = lines.map((line) =>
    textSchema.node('paragraph', null, line === '' ? [] : [textSchema.text(line)]),
  )
  return toRichText(textSchema.node('doc', null, paragraphs))
}

/** Text content only; blocks and hard breaks become line ends. */
export function getPlainText(text: RichText | null): string {
  if (text === null) return ''
  return getDocument(text).textBetween(0, getDocument(text).content.size, '\n', (leaf) =>
    leaf.type.name === 'hardBreak' ? '\n' : '',
  )
}

/** Whether the text has only white space; such a text is not drawn. */
export function isEmptyText(text: RichText | null): boolean {
  return text === null || getPlainText(text).trim() === ''
}

/**
 * The ProseMirror document of a stored text; null means empty. Cached per stored value. Throws a RangeError for
 * invalid input.
 */
export function getDocument(text: RichText | null): Node {
  if (text === null) return emptyDoc
  const known = parsed.get(text)
  if (known) return known
  const doc = Node.fromJSON(textSchema, text)
  parsed.set(text, doc)
  return doc
}

/** The stored form of a document. */
export function toRichText(doc: Node): RichText {
  const text = doc.toJSON() as RichText
  parsed.set(text, doc)
  return text
}

/** Validates untrusted rich text against schema and limits; undefined if invalid. */
export function parseRichText(value: unknown): RichText | undefined {
  if (!isSmallTree(value, MAX_TEXT_DEPTH * 2)) return undefined
  try {
    const doc = Node.fromJSON(textSchema, value)
    return isLegalText(doc) ? toRichText(doc) : undefined
  } catch {
    // ProseMirror throws for JSON that does not match its schema.
    return undefined
  }
}

/**
 * Whether the document conforms to schema and limits. Checked after every step, since steps can increase depth
 * and length.
 */
export function isLegalText(doc: Node): boolean {
  if (doc.type !== textSchema.topNodeType || doc.content.size > MAX_TEXT_LENGTH + 2 * MAX_TEXT_NODES)
    return false
  let count = 0
  let length = 0
  const walk = (node: Node, depth: number): boolean => {
    count += 1
    length += node.text?.length ?? 0
    if (depth > MAX_TEXT_DEPTH || count > MAX_TEXT_NODES || length > MAX_TEXT_LENGTH) return false
    for (let i = 0; i < node.childCount; i++) if (!walk(node.child(i), depth + 1)) return false
    return true
  }
  if (!walk(doc, 1)) return false
  try {
    doc.check()
    return true
  } catch {
    // `check` throws for content and attributes that the schema does not allow.
    return false
  }
}

/** Cheap limit on depth and number of values before recursive parsers run. */
export function isSmallTree(value: unknown, depth: number): boolean {
  let budget = MAX_TEXT_NODES * 8
  const walk = (item: unknown, left: number): boolean => {
    budget -= 1
    if (budget < 0) return false
    if (typeof item !== 'object' || item === null) return true
    return left > 0 && Object.values(item).every((inner) => walk(inner, left - 1))
  }
  return walk(value, depth)
}
