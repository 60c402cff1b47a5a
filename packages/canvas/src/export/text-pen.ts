import type { Pen } from '../pen.ts'
import type { FontFace, TextBlock } from '../text/run.ts'

/** One style of one family, and the code points used in it. */
export interface UsedFont {
  readonly font: FontFace
  readonly bold: boolean
  readonly italic: boolean
  readonly characters: Set<number>
}

/** Collects the characters used in each font style. */
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

/** A pen that draws nothing and records which characters are written, so that fonts can be loaded first. */
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
