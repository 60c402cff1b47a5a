import type { Pen } from '../pen.ts'
import type { FontFace, TextBlock } from '../text/run.ts'

/** One cut of one family, and the code points that are written in it. */
export interface UsedFont {
  readonly font: FontFace
  readonly bold: boolean
  readonly italic: boolean
  readonly characters: Set<number>
}

/** Which characters are drawn in which font styles. */
export class UsedFonts {
  readonly #faces = new Map<string, UsedFont>()

  add(block: TextBlock): void {
    for (const line of block.lines) {
      for (const { font, bold, italic, text } of line.runs) {
        const key = `${font} ${bold} ${italic}`
        let face = this.#faces.get(key)
        if (!face) this.#faces.set(key, (face = { font, bold, italic, characters: new Set() }))
        for (const character of text) face.characters.add(character.codePointAt(0)!)
      }
    }
  }

  all(): readonly UsedFont[] {
    return [...this.#faces.values()]
  }
}

const nothing = (): void => {}

/** Draws nothing; says what would be written, so that the fonts can be fetched before it is. */
export function createTextPen(): { readonly pen: Pen; readonly written: UsedFonts } {
  const written = new UsedFonts()
  const pen: Pen = {
    save: nothing,
    restore: nothing,
    translate: nothing,
    rotate: nothing,
    fade: nothing,
    clip: nothing,
    clipPath: nothing,
    path: nothing,
    rect: nothing,
    ellipse: nothing,
    shadow: nothing,
    image: nothing,
    text: (block) => written.add(block),
  }
  return { pen, written }
}
