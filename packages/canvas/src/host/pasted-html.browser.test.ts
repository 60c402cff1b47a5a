import { expect, test } from 'vitest'
import { getPlainText, parseRichText, type RichText } from '../document/text/rich-text.ts'
import { getContent } from './dom-clipboard.ts'
import { readPastedHtml } from './pasted-html.ts'

const getText = (html: string) => getPlainText(readPastedHtml(html).rich ?? null)
const getMarks = (rich: RichText | undefined) =>
  JSON.stringify(rich).match(/"type":"(?:bold|link|italic)"[^}]*/g)

test('keeps headings, bold, lists and links', () => {
  const html =
    '<h2>Plan</h2><p>See <a href="https://example.org/a">this</a></p><ul><li>One</li><li><em>Two</em></li></ul>'
  const { rich } = readPastedHtml(html)
  expect(getText(html)).toBe('Plan\nSee this\nOne\nTwo')
  expect(getMarks(rich)).toEqual(['"type":"link","attrs":{"href":"https://example.org/a"', '"type":"italic"'])
  expect(JSON.stringify(rich)).toContain('bulletList')
  expect(JSON.stringify(rich)).toContain('"heading","attrs":{"level":2}')
})

test('text without formats stays plain', () => {
  expect(readPastedHtml('<meta charset="utf-8"><div>One</div><div>Two</div>')).toEqual({})
  expect(readPastedHtml('')).toEqual({})
})

test('nothing in hostile HTML runs, loads or becomes a link', () => {
  const global = globalThis as { ran?: boolean }
  const html = `<script>globalThis.ran = true</script><img src="x" onerror="globalThis.ran = true">
    <b onclick="globalThis.ran = true">Hi</b><style>b { color: red }</style>
    <a href="javascript:alert(1)">a</a><a href=" JaVaScRiPt:alert(1)">b</a><a href="data:text/html,x">c</a>
    <a href="vbscript:x">d</a><a href="java&#10;script:x">e</a><a href="file:///etc/passwd">f</a>`
  expect(getMarks(readPastedHtml(html).rich)).toEqual(['"type":"bold"'])
  expect(getText(html).replaceAll(' ', '')).toBe('Hiabcdef')
  expect(global.ran).toBeUndefined()
})

test('a table becomes cells, and one within a text becomes rows of it', () => {
  const table =
    '<table><tr><th>Name</th><th>Age</th></tr><tr><td>Ada<br>Lovelace</td><td>36</td></tr><tr><td colspan="2">end</td></tr></table>'
  expect(readPastedHtml(`<html><body>${table}</body></html>`).table).toEqual([
    ['Name', 'Age'],
    ['Ada\nLovelace', '36'],
    ['end', ''],
  ])
  const text = `<p><b>People</b></p>${table}`
  expect(readPastedHtml(text).table).toBeUndefined()
  expect(getText(text)).toMatch(/^People\nName\sAge\n/)
  expect(readPastedHtml('<table><tr><td>only</td></tr></table>')).toEqual({})
  expect(
    readPastedHtml('<table><tr><td colspan="99999999">a</td><td>b</td></tr></table>').table?.length,
  ).toBe(1)
})

test('deep, long and huge HTML is bounded', () => {
  expect(readPastedHtml(`<b>${'x'.repeat(3 * 1024 * 1024)}</b>`)).toEqual({})
  expect(parseRichText(readPastedHtml(`${'<ul><li>'.repeat(400)}deep`).rich)).toBeDefined()
  expect(readPastedHtml(`<b>${'x'.repeat(100_000)}</b>`).rich).toBeUndefined()
})

test('keeps formats of text that is in no paragraph', () => {
  const { rich } = readPastedHtml('<b>Hello</b> you<br><em>there</em><p>next</p>')
  expect(getText('<b>Hello</b> you<br><em>there</em><p>next</p>')).toBe('Hello you\nthere\nnext')
  expect(getMarks(rich)).toEqual(['"type":"bold"', '"type":"italic"'])
})

test('drops scripts, handlers and images, and keeps the text beside them', () => {
  const html =
    '<b>Hello</b><img src="x" onerror="alert(1)"><script>alert(2)</script><svg onload="alert(3)"></svg>'
  const { rich } = readPastedHtml(html)
  expect(getText(html)).toBe('Hello')
  expect(getMarks(rich)).toEqual(['"type":"bold"'])
  expect(JSON.stringify(rich)).not.toContain('alert')
})

function getTransfer(content: Readonly<Record<string, string>>): DataTransfer {
  const transfer = new DataTransfer()
  for (const [type, text] of Object.entries(content)) transfer.setData(type, text)
  return transfer
}

const html = '<p>some <b>bold</b> text</p>'

test('formats of the first paste are kept, which waits for what reads them', async () => {
  const transfer = getTransfer({ 'text/html': html, 'text/plain': 'some bold text' })
  const first = getContent(transfer)
  expect(first).toBeInstanceOf(Promise)
  const content = await first
  expect(content).toMatchObject({ html, text: 'some bold text', files: [] })
  expect(JSON.stringify(content.rich)).toContain('"bold"')
  expect(getPlainText(content.rich ?? null)).toBe('some bold text')
  expect(getContent(transfer)).toEqual(content)
})

test('text without formats is pasted at once', () => {
  expect(getContent(getTransfer({ 'text/plain': 'some text' }))).toEqual({
    html: '',
    text: 'some text',
    files: [],
  })
})
