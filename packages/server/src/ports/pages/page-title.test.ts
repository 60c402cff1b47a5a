import { describe, expect, test } from 'vitest'
import { decodePage, getPageTitle } from './page-title.ts'

describe('the title of a page', () => {
  test.each([
    ['<title>Plan &amp; path</title>', 'Plan & path'],
    ['<TITLE lang="sv">\n  Hamn&auml;n  &#8211;  &#x1F600;\n</TITLE>', 'Hamnän – 😀'],
    ['<title>Tab</title><meta property="og:title" content="Shared">', 'Shared'],
    [`<meta content='Other way round' name=og:title><title>Tab</title>`, 'Other way round'],
    ['<!-- <title>Comment</title> --><script>"<title>Script</title>"</script><title>Real</title>', 'Real'],
    ['<meta property="og:title" content=" "><title>Tab</title>', 'Tab'],
    ['<title>&unknown; &#0;&#55296;x</title>', '&unknown; x'],
    ['<svg><path></svg>', ''],
    ['<script>never closed <title>No</title>', ''],
  ])('of %s', (html, title) => {
    expect(getPageTitle(html)).toBe(title)
  })

  test('has a bounded length, and is found in time proportional to the page', () => {
    expect([...getPageTitle(`<title>${'😀'.repeat(4_000)}</title>`)]).toHaveLength(300)
    for (const piece of [
      '<!--',
      '<script ',
      '<meta ',
      '<title ',
      '<meta property="og:title" content="',
      '&',
      ' ',
    ])
      expect(getPageTitle(piece.repeat(Math.floor((256 << 10) / piece.length)))).toBeTypeOf('string')
  })
})

test.each([
  ['text/html; charset=iso-8859-1', [0xe4], 'ä'],
  ['text/html', [...new TextEncoder().encode('ä')], 'ä'],
  ['text/html; charset=nonsense', [0x61], 'a'],
  [
    'text/html',
    [...new TextEncoder().encode('<meta charset="windows-1252">'), 0x80],
    '<meta charset="windows-1252">€',
  ],
])('a page as %s is decoded', (type, bytes, text) => {
  expect(decodePage(Uint8Array.from(bytes), type)).toBe(text)
})
