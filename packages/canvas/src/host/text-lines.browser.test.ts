import '@fontsource-variable/noto-sans-jp/wght.css'
import '@fontsource-variable/noto-sans-kr/wght.css'
import { EditorState } from 'prosemirror-state'
import { DecorationSet, EditorView } from 'prosemirror-view'
import { DOMSerializer, Node } from 'prosemirror-model'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { textSchema, type RichText } from '../document/text/rich-text.ts'
import { createMeasure } from '../render/measure.ts'
import { addBoardFonts, withBoardFonts } from '../testing/board-fonts.ts'
import { layoutText } from '../text/layout.ts'
import { usualLineHeight, type TextStyle } from '../text/text-style.ts'
import { toDomNode } from './dom-text-box.ts'
import { styleTextBox } from './text-box-style.ts'
import { decorateKana } from './kana.ts'
import { textBoxSheet } from './text-box-style.ts'

const { measure, forget } = createMeasure()

beforeAll(async () => {
  await addBoardFonts()
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, textBoxSheet()]
})

let close: (() => void) | undefined
afterEach(() => close?.())

interface Glyph {
  readonly character: string
  /** Where a caret before it stands. */
  readonly at: number
}

interface Line {
  /** In the order they are read. */
  readonly words: readonly string[]
  readonly left: number
  readonly right: number
  readonly characters: readonly Glyph[]
}

function openTextBox(doc: RichText, style: TextStyle): HTMLElement {
  close?.()
  const box = document.createElement('div')
  box.className = 'tavla-text-box'
  document.body.append(box)
  const view = new EditorView(box, {
    state: EditorState.create({ doc: Node.fromJSON(textSchema, doc) }),
    decorations: (state) => DecorationSet.create(state.doc, decorateKana(state.doc)),
  })
  const { font, size, align, width } = style
  const room = { x: 0, y: 0, w: width ?? 0, h: 10 }
  styleTextBox(
    box,
    {
      box: room,
      font,
      size,
      align,
      vertical: 'top',
      color: 'black',
      grows: width === null,
      lineHeight: usualLineHeight,
    },
    'black',
  )
  close = () => {
    view.destroy()
    box.remove()
  }
  return box
}

const rightToLeft = /[\u0590-\u08ff]/

/** The lines that the text box breaks the document into. */
function linesWhileTyping(doc: RichText, style: TextStyle): Line[] {
  const box = openTextBox(doc, style)
  const lines: { text: string; left: number; right: number; middle: number; characters: Glyph[] }[] = []
  const { left: edge } = box.getBoundingClientRect()
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const content = node.textContent ?? ''
    for (let i = 0; i < content.length; i++) {
      range.setStart(node, i)
      range.setEnd(node, i + 1)
      const rect = [...range.getClientRects()].find((one) => one.width > 0)
      if (!rect) continue
      const character = content.charAt(i)
      const middle = rect.top + rect.height / 2
      let line = lines[lines.length - 1]
      if (!line || Math.abs(line.middle - middle) > style.size / 2)
        lines.push((line = { text: '', left: Infinity, right: 0, middle, characters: [] }))
      line.text += character
      if (/\s/.test(character)) continue
      line.left = Math.min(line.left, rect.left - edge)
      line.right = Math.max(line.right, rect.right - edge)
      line.characters.push({ character, at: (rightToLeft.test(character) ? rect.right : rect.left) - edge })
    }
  }
  return lines.map(({ text, left, right, characters }) => ({
    words: text.trim().split(/\s+/),
    left,
    right,
    characters,
  }))
}

function linesOnCanvas(doc: RichText, style: TextStyle): Line[] {
  const markers = /^(•|\d+\.)$/
  return layoutText(doc, style, measure).lines.map((line) => {
    const runs = line.runs.filter((run) => !markers.test(run.text))
    const characters = runs.flatMap((run) =>
      [...run.text.matchAll(/(?<=\s)\S/gu)].map(({ 0: character, index }) => {
        const before = measure({ ...run, text: run.text.slice(0, index) })
        return { character, at: run.rtl ? run.x + run.width - before : run.x + before }
      }),
    )
    const text = (line.rtl ? [...runs].reverse() : runs).map((run) => run.text).join('')
    return { words: text.trim().split(/\s+/), left: line.x, right: line.x + line.width, characters }
  })
}

/** Page units by which glyphs may be off: pages place them on sixty-fourths of a pixel. */
const tolerance = 0.6

/** What of a drawn line stands elsewhere while it is typed. */
function displaced(typed: Line, drawn: Line): unknown[] {
  const edges = [typed.left - drawn.left, typed.right - drawn.right].filter(
    (off) => Math.abs(off) > tolerance,
  )
  const characters = drawn.characters.filter(
    ({ character, at }) =>
      !typed.characters.some((one) => one.character === character && Math.abs(one.at - at) < tolerance),
  )
  return [...edges, ...characters]
}

type Written = Readonly<Record<string, unknown>>

const words = (text: string, ...marks: string[]): Written => ({
  type: 'text',
  text,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
})
const paragraph = (...content: Written[]): Written => ({ type: 'paragraph', content })
const item = (...content: Written[]): Written => ({ type: 'listItem', content })

const phrases = {
  english:
    'The quick brown fox jumps over a lazy dog. We’ll wave: “AVAToR, Yo-Yo, To Tea”; why? P.S. 3,141.59 (approx.) well-known, twenty-two, e.g. and/or fi ffl office 50% $20 50€ a@b.se',
  signs:
    'a -> b => c != d 2026-11-21 12:30 –5 1–2 x—y non\u00a0breaking #tag [link](here) {a} a|b a\\b "c" !d e? f',
  address: 'see https://example.com/path/to-some/page.html?a=b&c=d#part for it',
  swedish:
    'Räksmörgås på ön i ån. Företagsekonomiska realisationsvinstbeskattningsfrågor; "Äpplen", ÄVEN Öl. Vi ses kl. 14–16 i rum B-12!',
  german:
    'Donaudampfschifffahrtsgesellschaftskapitän Straße: „Ärger“ und Fußgängerübergänge, Nord-Süd-Kommunikation. Zwölf Boxkämpfer',
  cyrillic: 'Съешь же ещё этих мягких французских булок, да выпей чаю — №5',
  korean:
    '회의는 다음 주 화요일 오전 10시에 시작합니다. “좋은 생각”을 모두 적어 주세요(최대 5개)! 프로젝트 일정, 예산 및 담당자를 확인하세요.',
  thai: 'การประชุมจะเริ่มในวันอังคารหน้าเวลา 10 โมงเช้า กรุณาเขียนความคิดดีๆ ของทุกคนลงบนกระดาน ฯลฯ และตรวจสอบงบประมาณ',
  japanese: '会議日程、来週火曜日。「最良案」（五件以内）、予算確認。「担当者」『一覧』、以上！次回、来月。',
  kana: 'ホームページのデザインを「チェック」しました。ちょっと待って、ゆっくりサーバーへ送ってください。トヨタのアイディアへのリンク',
  spaces: 'two  blanks   three    four and\ta\ttab\t\there',
}

const fonts = ['sans', 'serif', 'mono', 'hand'] as const
const allWidths = [90, 143, 220, 401]
/** Where no word is cut: within a word, pages measure characters together with those that wrap to the next line. */
const wideEnough = [220, 401]

for (const [name, phrase] of Object.entries(phrases)) {
  test(`${name} keeps its lines and position when editing ends`, async () => {
    const doc = { type: 'doc' as const, content: [paragraph(words(phrase))] }
    await expectSame(doc, /address|german|swedish/.test(name) ? wideEnough : allWidths)
  })
}

test('formatted text and lists keep their lines and position when editing ends', async () => {
  const marked = paragraph(
    words('Some plain, some '),
    words('bold words', 'bold'),
    words(' and '),
    words('slanted ones', 'italic'),
    words(', some '),
    words('code()', 'code'),
    words(' and both', 'bold', 'italic'),
  )
  const inner = { type: 'bulletList', content: [item(marked), item(paragraph(words('short')))] }
  const outer = { type: 'orderedList', content: [item(marked, inner), item(paragraph(words('last one')))] }
  await expectSame({ type: 'doc', content: [marked, outer] })
})

test('Hebrew and Arabic have the same direction while edited', async () => {
  await expectSame({
    type: 'doc',
    content: [
      // One digit: a page kerns several by the script around them, a canvas that draws them alone does not.
      paragraph(words('שלום עולם, מה שלומך היום? 7 בבוקר')),
      paragraph(words('مرحبا بالعالم السلام عليكم ورحمة الله 123 وبركاته')),
      paragraph(words('Say שלום עולם to everyone and مرحبا too')),
      {
        type: 'orderedList',
        content: [item(paragraph(words('רשימה בעברית'))), item(paragraph(words('one')))],
      },
    ],
  })
})

async function expectSame(doc: RichText, widths = allWidths): Promise<void> {
  const off: unknown[] = []
  await withBoardFonts(() => {
    forget()
    off.length = 0
    for (const font of fonts) {
      for (const align of ['start', 'center', 'end'] as const) {
        for (const width of widths) {
          const style = { font, size: font === 'hand' ? 20.5 : 16, align, width }
          const [typed, drawn] = [linesWhileTyping(doc, style), linesOnCanvas(doc, style)]
          const words = (lines: readonly Line[]): string =>
            lines.map((line) => line.words.join(' ')).join('\n')
          if (words(typed) !== words(drawn)) off.push({ style, typed: words(typed), drawn: words(drawn) })
          else
            typed.forEach((line, i) => {
              const elsewhere = displaced(line, drawn[i]!)
              if (elsewhere.length > 0) off.push({ style, line: line.words.join(' '), elsewhere })
            })
        }
      }
    }
  })
  expect(off).toEqual([])
}

test('a text looks before its editor has loaded as it does in it', () => {
  const { heading, checkList, checkItem, orderedList, listItem, bulletList, paragraph, hardBreak } =
    textSchema.nodes
  const { bold, italic, link, color } = textSchema.marks
  const line = (text: string) => paragraph.create(null, textSchema.text(text))
  const marked = [
    textSchema.text('plain '),
    textSchema.text('both', [bold.create(), italic.create(), color.create({ value: 'red' })]),
    hardBreak.create(),
    textSchema.text('page', [link.create({ href: 'https://example.org/?a=1&b=2' })]),
  ]
  const doc = textSchema.topNodeType.create(null, [
    heading.create({ level: 2 }, textSchema.text('<Title> & more')),
    paragraph.create(null, marked),
    paragraph.create(),
    checkList.create(null, [
      checkItem.create({ checked: true }, line('done')),
      checkItem.create(null, line('open')),
    ]),
    orderedList.create(
      { start: 3 },
      listItem.create(null, [line('three'), bulletList.create(null, listItem.create(null, line('below')))]),
    ),
  ])
  doc.check()
  const shown = document.createElement('div')
  shown.append(...doc.children.map(toDomNode))
  const inEditor = document.createElement('div')
  inEditor.append(DOMSerializer.fromSchema(textSchema).serializeFragment(doc.content))
  expect(shown.innerHTML).toBe(inEditor.innerHTML)
})
