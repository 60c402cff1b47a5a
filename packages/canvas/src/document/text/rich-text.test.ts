import { expect, test } from 'vitest'
import {
  getDocument,
  emptyRichText,
  isEmptyText,
  isLinkUrl,
  parseRichText,
  getPlainText,
  richTextFromPlain,
} from './rich-text.ts'

const rich = {
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'bold ', marks: [{ type: 'bold' }] },
        { type: 'text', text: 'link', marks: [{ type: 'link', attrs: { href: 'https://tavla.test/x' } }] },
        { type: 'hardBreak' },
        { type: 'text', text: 'red', marks: [{ type: 'color', attrs: { value: 'red' } }] },
      ],
    },
    {
      type: 'orderedList',
      attrs: { start: 3 },
      content: [
        {
          type: 'listItem',
          content: [
            { type: 'paragraph', content: [{ type: 'text', text: 'three' }] },
            { type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] },
          ],
        },
      ],
    },
  ],
}

function nested(depth: number): unknown {
  let list: unknown = { type: 'paragraph' }
  for (let i = 0; i < depth; i++) {
    list = { type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }, list] }] }
  }
  return { type: 'doc', content: [list] }
}

test('a text with lists, marks, links and colours is kept unchanged', () => {
  expect(parseRichText(rich)).toEqual(rich)
})

test('plain text becomes paragraphs and back', () => {
  expect(getPlainText(richTextFromPlain('a\n\nb\r\nc'))).toBe('a\n\nb\nc')
  expect(getPlainText(parseRichText(rich) ?? null)).toBe('bold link\nred\nthree\n')
  expect(getPlainText(null)).toBe('')
})

test('white space counts as empty', () => {
  expect(isEmptyText(null)).toBe(true)
  expect(isEmptyText(emptyRichText())).toBe(true)
  expect(isEmptyText(richTextFromPlain(' \n '))).toBe(true)
  expect(isEmptyText(richTextFromPlain('x'))).toBe(false)
})

test('a stored text is parsed once', () => {
  const text = richTextFromPlain('once')
  expect(getDocument(text)).toBe(getDocument(text))
  expect(getDocument(null).textContent).toBe('')
})

test('links can have http, https and mailto URLs only', () => {
  expect(isLinkUrl('https://tavla.test')).toBe(true)
  expect(isLinkUrl('mailto:a@b.test')).toBe(true)
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', ' https://a', 'https://a b', '//a', 5]) {
    expect(isLinkUrl(bad)).toBe(false)
  }
})

test('values that do not match the schema are refused', () => {
  const withText = (node: unknown): unknown => ({
    type: 'doc',
    content: [{ type: 'paragraph', content: [node] }],
  })
  const bad: unknown[] = [
    null,
    'doc',
    { type: 'paragraph' },
    { type: 'doc' },
    { type: 'doc', content: [{ type: 'heading' }] },
    { type: 'doc', content: [{ type: 'text', text: 'loose' }] },
    withText({ type: 'text', text: '' }),
    withText({ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:x' } }] }),
    withText({ type: 'text', text: 'x', marks: [{ type: 'color', attrs: { value: 'url(x)' } }] }),
    withText({ type: 'text', text: 'x', marks: [{ type: 'blink' }] }),
    withText({ type: 'text', text: 'x'.repeat(70_000) }),
    { type: 'doc', content: [{ type: 'orderedList', attrs: { start: 'x' }, content: [] }] },
    { type: 'doc', content: Array.from({ length: 11_000 }, () => ({ type: 'paragraph' })) },
    nested(40),
    nested(5_000),
  ]
  for (const value of bad) expect(parseRichText(value)).toBeUndefined()
  expect(parseRichText(nested(8))).toBeDefined()
})
