import type { RichText, TextStyle } from '@tavla/canvas/svg'

export interface TextCase {
  readonly name: string
  readonly doc: RichText
  readonly style: TextStyle
}

type Node = Readonly<Record<string, unknown>>

/** Words and phrases by script, including kerning-rich, long, joined and mixed ones. */
export const scripts = {
  english:
    'The quick brown fox jumps over a lazy dog. We’ll wave: “AVAToR, Yo-Yo, To Tea”; why? P.S. 3,141.59 (approx.) well-known, twenty-two e.g. — and/or fi ffl office -> => != 50% $20 50€ a@b.se https://example.com/a?b=c&d=e#f 2026-11-21 12:30',
  swedish:
    'Räksmörgås på ön i ån. Företagsekonomiska realisationsvinstbeskattningsfrågor över åsynen; "Äpplen", ÄVEN Öl, flaggstångsknoppsförgyllare. Vi ses kl. 14–16 i rum B-12!',
  german:
    'Donaudampfschifffahrtsgesellschaftskapitän Straße GROẞE Übungsaufgaben, Rechtsschutzversicherungsgesellschaften: „Ärger“ und Fußgängerübergänge, Nord-Süd-Kommunikation. Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich',
  european:
    'Łódź, źdźbło gżegżółka; Příliš žluťoučký kůň; naïve façade œuvre; Tiếng Việt rất đẹp; Ştefan ţară; İstanbul ılık; ĉiuĵaŭde; Þórr ðú',
  greek: 'Η γρήγορη καφέ αλεπού πηδάει· ἀρχὴ σοφίας λόγος, ΑΒΓ ώ',
  cyrillic: 'Съешь же ещё этих мягких французских булок, да выпей чаю. Київ їжак ґанок — №5',
  arabic: 'مرحبا بالعالم، السلام عليكم ورحمة الله وبركاته. لا إله إلا الله محمد؟ العدد ١٢٣ و 456',
  hebrew: 'שלום עולם, בְּרֵאשִׁית בָּרָא אֱלֹהִים. מה שלומך? 12:30 ₪50',
  mixed: 'Say שלום to عالم and 漢字 with 3 أشياء (x) and "מילים" then go; Łukasz λ шутка 日本語 text 👍 ok',
  chinese:
    '人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，「并应」以兄弟关系的精神（相对待）。A4纸3张',
  japanese:
    'すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。「コンピューター」がっこう',
  korean: '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 한국어 test',
  thai: 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ',
  hindi: 'सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता प्राप्त है',
  emoji: '👍🏽 ok 👨‍👩‍👧‍👦 family 🇸🇪🇩🇪 flags ❤️ 1️⃣ ☀️☕ 🏳️‍🌈 © ® ™ ✓ → ≠ ∞ 🧑🏾‍💻code 😀😀😀😀😀😀',
  long: `${'Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(2)} https://example.com/${'path-without_end'.repeat(4)}?q=${'x'.repeat(70)} ${'ـ'.repeat(20)}مستقبل${'لا'.repeat(30)}`,
  spaces:
    'a\tb\tccc  two   three    four\t\tend ab\tc non\u00a0breaking\u00a0space zero\u200bwidth soft\u00adhyphen',
} as const

/** Pseudo-random numbers from 0 to 1 with a fixed seed. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const fonts = ['sans', 'serif', 'mono', 'hand'] as const
const aligns = ['start', 'center', 'end'] as const
const widths = [40, 97, 180, 333, null]
const sizes = [9, 16, 20.5, 44]
const marks = ['bold', 'italic', 'underline', 'code'] as const

function selectRandom<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)]!
}

function text(content: string, random: () => number): Node[] {
  const words = content.split(/(?<= )/)
  const nodes: Node[] = []
  while (words.length > 0) {
    const part = words.splice(0, 1 + Math.floor(random() * 6)).join('')
    const ownMarks = marks.filter(() => random() < 0.25).map((type) => ({ type }))
    nodes.push({ type: 'text', text: part, ...(ownMarks.length > 0 && { marks: ownMarks }) })
  }
  return nodes
}

function paragraph(content: string, random: () => number): Node {
  return { type: 'paragraph', content: text(content, random) }
}

function list(contents: readonly string[], random: () => number): Node {
  const [first = '', ...rest] = contents
  const item = (content: string): Node => ({ type: 'listItem', content: [paragraph(content, random)] })
  const inner = { type: 'bulletList', content: rest.map(item) }
  const outer = { type: 'listItem', content: [paragraph(first, random), ...(rest.length > 0 ? [inner] : [])] }
  return { type: 'orderedList', attrs: { start: 9 }, content: [outer, item(first)] }
}

/** Every script in every family, size, width and alignment at least once, as plain, formatted and list text. */
export function textCorpus(seed: number): TextCase[] {
  const random = seeded(seed)
  const cases: TextCase[] = []
  for (const [script, content] of Object.entries(scripts)) {
    fonts.forEach((font, i) => {
      widths.forEach((width, k) => {
        const style = { font, width, size: selectRandom(sizes, random), align: aligns[(i + k) % 3]! }
        const doc: RichText = { type: 'doc', content: [paragraph(content, random)] }
        cases.push({ name: `${script} ${font} ${style.size} in ${width ?? 'one line'}`, doc, style })
      })
    })
  }
  const contents = Object.values(scripts)
  for (let i = 0; i < 40; i++) {
    const items = [
      selectRandom(contents, random),
      selectRandom(contents, random),
      selectRandom(contents, random),
    ]
    const style = {
      font: selectRandom(fonts, random),
      width: selectRandom(widths, random),
      size: selectRandom(sizes, random),
      align: selectRandom(aligns, random),
    }
    cases.push({ name: `list ${i}`, doc: { type: 'doc', content: [list(items, random)] }, style })
  }
  return cases
}
