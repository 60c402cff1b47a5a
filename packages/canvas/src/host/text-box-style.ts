import { listIndent, tabStop } from '../text/text-style.ts'

/**
 * Style of the text box. A constructed style sheet, because the content security policy forbids style elements.
 * Indents and margins match the canvas layout, so that nothing moves when editing starts or ends.
 */
export function textBoxSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
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
      outline: none;
      tab-size: ${tabStop};
    }
    .tavla-text-box p { margin: 0; unicode-bidi: plaintext; }
    .tavla-text-box ul, .tavla-text-box ol { margin: 0; padding: 0; text-align: start; }
    .tavla-text-box ul { list-style-type: '• '; }
    .tavla-text-box li { margin: 0; margin-inline-start: ${listIndent}em; }
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
