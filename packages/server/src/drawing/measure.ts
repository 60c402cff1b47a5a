import { stretchesOf, type MeasureText, type ShippedFontName } from '@tavla/canvas/svg'
import { readFont, type FontCut } from './font-files.ts'

/** Fonts that hold one script only. */
const ownScript: Readonly<Partial<Record<ShippedFontName, string>>> = {
  'Noto Sans Arabic': 'Arab',
  'Noto Sans Hebrew': 'Hebr',
}

/**
 * Measures text as browsers do: HarfBuzz, their own shaper, over the same fonts with the same default features
 * (kerning and ligatures on), in whole font units. Fonts are read when a letter first asks for them.
 */
export async function createMeasure(): Promise<MeasureText> {
  // Loaded when something is to be drawn: a server that only talks need not unpack a shaper.
  const harfbuzz = await import('harfbuzzjs')
  const fonts = new Map<
    string,
    { readonly font: InstanceType<typeof harfbuzz.Font>; readonly upem: number }
  >()
  const buffer = new harfbuzz.Buffer()

  function fontFor(cut: FontCut) {
    const key = `${cut.font}/${cut.subset}/${cut.bold ? 'b' : ''}${cut.italic ? 'i' : ''}`
    let found = fonts.get(key)
    if (!found) {
      const face = new harfbuzz.Face(new harfbuzz.Blob(readFont(cut)))
      fonts.set(key, (found = { font: new harfbuzz.Font(face), upem: face.upem }))
    }
    return found
  }

  return ({ text, font: family, size, bold, italic }) => {
    let width = 0
    for (const { text: part, at, source } of stretchesOf(text, family)) {
      // The layout gives letters that we ship no font for their width itself.
      if (!source) continue
      const { font, upem } = fontFor({ ...source, bold, italic })
      buffer.reset()
      buffer.addText(text, at, part.length)
      buffer.guessSegmentProperties()
      // Some signs belong to several scripts (kashida); what joins them is the script that the font is for.
      const script = ownScript[source.font]
      if (script !== undefined) buffer.setScript(script)
      harfbuzz.shape(font, buffer)
      for (const { xAdvance } of buffer.getGlyphPositions()) width += (xAdvance * size) / upem
    }
    return width
  }
}
