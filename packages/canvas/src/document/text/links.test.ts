import { expect, it } from 'vitest'
import { findUrls, toLinkUrl, withLinks } from './links.ts'
import { parseRichText, richTextFromPlain } from './rich-text.ts'

it.each<[string, readonly string[]]>([
  ['see https://example.org/a?b=c#d.', ['https://example.org/a?b=c#d']],
  ['(https://en.wikipedia.org/wiki/Tavla_(board))', ['https://en.wikipedia.org/wiki/Tavla_(board)']],
  ['www.example.org, or http://localhost:3000/x!', ['https://www.example.org', 'http://localhost:3000/x']],
  ['write to ada@example.org; thanks', ['mailto:ada@example.org']],
  ['**https://example.org**', ['https://example.org']],
  ['https:// and www. and a@b and file.ts and javascript:alert(1)', []],
  ['javascript:https://example.org', ['https://example.org']],
  ['nohttps://example.org', []],
])('finds the URLs in "%s"', (line, hrefs) => {
  expect(findUrls(line).map(({ href }) => href)).toEqual(hrefs)
  for (const { from, to, href } of findUrls(line)) expect(href).toContain(line.slice(from, to))
})

it.each([
  ['example.org', 'https://example.org'],
  ['  example.org:8080/a?b ', 'https://example.org:8080/a?b'],
  ['räksmörgås.se', 'https://räksmörgås.se'],
  ['https://example.org', 'https://example.org'],
  ['ada@example.org', 'mailto:ada@example.org'],
  ['mailto:ada@example.org', 'mailto:ada@example.org'],
])('"%s" means %s', (typed, href) => {
  expect(toLinkUrl(typed)).toBe(href)
})

it.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)//https://example.org',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'tavla:x',
  'plain words',
  'word',
  '',
])('"%s" is no link', (typed) => {
  expect(toLinkUrl(typed)).toBeUndefined()
})

it('links URLs in a text once, and leaves code alone', () => {
  const linked = withLinks(richTextFromPlain('a\nhttps://example.org b'))
  expect(linked.content[1]).toEqual({
    type: 'paragraph',
    content: [
      {
        type: 'text',
        marks: [{ type: 'link', attrs: { href: 'https://example.org' } }],
        text: 'https://example.org',
      },
      { type: 'text', text: ' b' },
    ],
  })
  expect(withLinks(linked)).toBe(linked)
  const inCode = { type: 'text', marks: [{ type: 'code' }], text: 'https://example.org' }
  const text = parseRichText({ type: 'doc', content: [{ type: 'paragraph', content: [inCode] }] })!
  expect(withLinks(text)).toBe(text)
})
