import type { ElementRecord } from '../document/model/record.ts'
import type { TextEdit } from '../editor/actions/text-editing.ts'
import type { Editor } from '../editor/editor.ts'
import { getCentre } from '../geometry/box.ts'
import type { TextBox } from '../shape.ts'
import { fontFamilies } from '../text/fonts.ts'
import type { PersonColors } from './remote-carets.ts'
import { headingScales } from '../text/rich.ts'
import { listIndent, tabStop } from '../text/text-style.ts'

/** Distance of a check box from the top of its line, as a multiple of the font size. */
const checkBoxTop = 0.31

/** Carets of other people. */
const caretRules = `
    /* Net width 0, so that lines break as without it. */
    .tavla-caret {
      position: relative;
      border-inline-start: calc(2px / var(--tavla-zoom)) solid var(--tavla-person);
      margin-inline-start: calc(-2px / var(--tavla-zoom));
      pointer-events: none;
      user-select: none;
    }
    .tavla-caret::after {
      content: attr(data-name);
      position: absolute;
      inset-block-end: 100%;
      inset-inline-start: calc(-2px / var(--tavla-zoom));
      max-width: 13em;
      padding: 0 0.5em;
      border-radius: 0.5em;
      overflow: hidden;
      color: var(--tavla-on-person);
      background: var(--tavla-person);
      font: 500 calc(12px / var(--tavla-zoom)) / 1.6 Inter, system-ui, sans-serif;
      text-decoration: none;
      text-overflow: ellipsis;
      white-space: nowrap;
      /* Starts again when the caret moves; then the line above can be read. */
      animation: tavla-caret-name 2s forwards;
    }
    .tavla-caret::before {
      content: '';
      position: absolute;
      inset-block-start: calc(-3px / var(--tavla-zoom));
      inset-inline-start: calc(-4px / var(--tavla-zoom));
      width: calc(6px / var(--tavla-zoom));
      height: calc(6px / var(--tavla-zoom));
      background: var(--tavla-person);
    }
    @keyframes tavla-caret-name {
      90% { opacity: 1; }
      100% { opacity: 0; }
    }
`

/**
 * Style of the text box. A constructed style sheet, because the content security policy forbids style elements.
 * Indents and margins match the canvas layout, so that nothing moves when editing starts or ends.
 */
export function textBoxSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`${caretRules}
    .tavla-text-box {
      position: absolute;
      inset: 0 auto auto 0;
      display: flex;
      flex-direction: column;
      transform-origin: 0 0;
      user-select: text;
      cursor: text;
      z-index: 2;
    }
    .tavla-text-box .ProseMirror {
      position: relative;
      white-space: inherit;
      overflow-wrap: anywhere;
      /* Same as on the canvas, so that kerning and ligatures do not change when editing ends. */
      font-variant-ligatures: normal;
      font-kerning: normal;
      text-rendering: geometricPrecision;
      /* Small kana and signs of prolongation begin no line. */
      line-break: strict;
      /* The layout gives Chinese, Japanese and Korean signs one width each, wherever they stand. */
      text-spacing-trim: space-all;
      text-autospace: no-autospace;
      outline: none;
      tab-size: ${tabStop};
    }
    .tavla-text-box .tavla-kana { font-kerning: none; }
    .tavla-text-box p { margin: 0; unicode-bidi: plaintext; }
    .tavla-text-box ul, .tavla-text-box ol { margin: 0; padding: 0; text-align: start; }
    .tavla-text-box ul { list-style-type: '• '; }
    .tavla-text-box li { margin: 0; margin-inline-start: ${listIndent}em; }
    .tavla-text-box h1, .tavla-text-box h2, .tavla-text-box h3 {
      margin: 0;
      font-weight: 700;
      unicode-bidi: plaintext;
    }
${headingScales.map((scale, i) => `    .tavla-text-box h${i + 1} { font-size: ${scale}em; }`).join('\n')}
    .tavla-text-box ul[data-checks] { list-style: none; }
    .tavla-text-box li[data-checked] { position: relative; }
    .tavla-text-box li[data-checked]::before {
      content: '';
      position: absolute;
      inset-block-start: ${checkBoxTop}em;
      inset-inline-start: -1.2em;
      box-sizing: border-box;
      width: 0.8em;
      height: 0.8em;
      border: max(0.75px, 0.08em) solid;
      border-radius: 0.16em;
      cursor: pointer;
    }
    .tavla-text-box li[data-checked='true']::after {
      content: '';
      position: absolute;
      inset-block-start: ${checkBoxTop + 0.1}em;
      inset-inline-start: -0.95em;
      width: 0.26em;
      height: 0.46em;
      border: solid;
      border-width: 0 0.11em 0.11em 0;
      transform: rotate(42deg);
      pointer-events: none;
    }
    .tavla-text-box code { font-family: 'JetBrains Mono', monospace; font-size: 0.9em; }
    .tavla-text-box a { color: inherit; text-decoration: underline; cursor: text; }
    .tavla-title-box {
      position: absolute;
      inset: 0 auto auto 0;
      padding: 0;
      border: 0;
      outline: none;
      background: none;
      color: inherit;
      user-select: text;
      z-index: 2;
    }
    .tavla-text-box .ProseMirror-hideselection *::selection { background: transparent; }
  `)
  return sheet
}

export interface TextBoxParts {
  readonly host: HTMLElement
  readonly editor: Editor
  readonly getColor: (record: ElementRecord, box: TextBox) => string
  readonly undo: () => void
  readonly redo: () => void
  readonly getPersonColors: (colour: number, box: TextBox | undefined) => PersonColors
  readonly label: (isSuggestion: boolean) => string
}

/** Positions the box over the text on the canvas, with the same rotation and scale. */
export function positionTextBox(
  { editor, getColor }: TextBoxParts,
  typing: TextEdit,
  element: HTMLElement,
): void {
  const placed = editor.text.getBox(typing)
  if (!placed) return
  const { box, record } = placed
  const { zoom } = editor.camera.state.peek()
  const middle = getCentre(record)
  const at = editor.camera.toScreen(middle)
  const { style } = element
  style.setProperty('--tavla-zoom', String(zoom))
  style.transform =
    `translate(${at.x}px, ${at.y}px) rotate(${record.r}deg) scale(${zoom}) ` +
    `translate(${box.box.x - middle.x}px, ${box.box.y - middle.y}px)`
  styleTextBox(element, box, getColor(record, box))
}

/** Sets size and font as on the canvas, so that lines break at the same positions. */
export function styleTextBox({ style }: HTMLElement, box: TextBox, color: string): void {
  style.width = box.grows ? 'max-content' : `${box.box.w}px`
  style.minWidth = box.grows ? `${box.box.w}px` : ''
  style.height = `${box.box.h}px`
  style.whiteSpace = box.grows ? 'pre' : 'pre-wrap'
  style.justifyContent = { top: 'flex-start', middle: 'center', bottom: 'flex-end' }[box.vertical]
  style.textAlign = box.align
  style.fontFamily = fontFamilies[box.font].css
  style.fontSize = `${box.size}px`
  style.lineHeight = String(box.lineHeight)
  style.color = color
}
