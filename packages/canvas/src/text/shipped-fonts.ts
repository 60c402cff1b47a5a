import type { ShippedFontName } from './fonts.ts'

/** A shipped font with its files, split by script. */
export interface ShippedFont {
  /** npm package with files named `files/<files>-<subset>-<weight>-<style>.woff` and `.woff2`. */
  readonly package: string
  readonly files: string
  /** Without italics, upright glyphs are slanted, with the same widths. */
  readonly italics: boolean
  readonly unitsPerEm: number
  readonly subsets: readonly FontSubset[]
}

/** One font file. If two contain a character, the earlier one in the list is used. */
export interface FontSubset {
  readonly name: string
  /** Hexadecimal, inclusive ranges of code points for which the file is used. */
  readonly covers: string
}

/**
 * Coverage of the shipped fonts, so that browser and server resolve characters to the same fonts without reading
 * files. A server test compares it with the files and prints the correct values after an update.
 */
export const shippedFonts: Readonly<Record<ShippedFontName, ShippedFont>> = {
  Inter: {
    package: '@fontsource/inter',
    files: 'inter',
    italics: true,
    unitsPerEm: 2048,
    subsets: [
      {
        name: 'latin',
        covers:
          '0 20-7e a0-ac ae-ff 131 152-153 2bb-2bc 2c6 2da 2dc 304 308 2002 2009 200b 2013-2014 2018-201a 201c-201e 2022 2026 2032-2033 2039-203a 2044 20ac 2122 2191 2193 2212 feff',
      },
      {
        name: 'latin-ext',
        covers:
          '100-130 132-148 14a-151 154-1c3 1c5-254 256-27b 27e-284 286-290 292-2a4 2a6-2ba 2bd-2c5 2c7-2cc 2ce-2d7 2dd-2ff 304 308 1d00 1d0d 1d1b 1d43 1d47-1d49 1d4d 1d4f-1d50 1d52 1d56-1d58 1d5b 1d62-1d65 1d9c 1da0 1dbb 1dbf 1e00-1e9b 1e9d-1e9f 1ef2-1eff 2020 20a0-20ab 20ad-20af 20b1-20b5 20b8-20ba 20bc-20bf 2113 2c7c 2c7f a7ff',
      },
      {
        name: 'vietnamese',
        covers: '102-103 110-111 128-129 168-169 1a0-1a1 1af-1b0 300-301 303-304 308-309 323 1ea0-1ef9 20ab',
      },
      {
        name: 'greek',
        covers: '374-376 37a-37f 384-38a 38c 38e-3a1 3a3-3d7 3dc-3dd 3f0-3f6 3f9-3fa 3fc-3ff',
      },
      {
        name: 'greek-ext',
        covers:
          '1f00-1f15 1f18-1f1d 1f20-1f45 1f48-1f4d 1f50-1f57 1f59 1f5b 1f5d 1f5f-1f7d 1f80-1fb4 1fb6-1fc4 1fc6-1fd3 1fd6-1fdb 1fdd-1fef 1ff2-1ff4 1ff6-1ffe',
      },
      { name: 'cyrillic', covers: '301 400-45f 490-491 4b0-4b1 2116' },
      { name: 'cyrillic-ext', covers: '460-479 480-48f 492-49d 4a0-4af 4b2-4ff 52f 20b4 2dff a69f' },
    ],
  },
  'Source Serif 4': {
    package: '@fontsource/source-serif-4',
    files: 'source-serif-4',
    italics: true,
    unitsPerEm: 1000,
    subsets: [
      {
        name: 'latin',
        covers:
          '20-7e a0-ff 131 152-153 2bb-2bc 2c6 2da 2dc 304 308 329 2002 2009 200b 2013-2014 2018-201a 201c-201e 2022 2026 2032-2033 2039-203a 2044 20ac 2122 2191 2193 2212 2215',
      },
      {
        name: 'latin-ext',
        covers:
          '100-12b 12e-130 134-151 154-165 168-17f 18f 192 1a0-1a1 1af-1b0 1cd-1dc 1e6-1e7 1f8-1f9 218-21b 237 251 259 261 2b0 2b2-2b3 2b7-2b8 2be-2bf 2c7-2cc 2dd 2e1-2e3 304 308 329 1d43 1d47-1d49 1d4d 1d4f-1d50 1d52 1d56-1d58 1d5b 1d9c 1da0 1dbb 1e0c-1e0f 1e20-1e21 1e24-1e25 1e2a-1e2b 1e36-1e3b 1e3e-1e3f 1e42-1e49 1e5a-1e63 1e6c-1e6f 1e80-1e85 1e8e-1e8f 1e92-1e93 1e97 1e9e 1ef2-1ef9 2020 20a1 20a4 20a6-20a7 20a9 20ab 20ae 20b1-20b2 20b4-20b5 20b8-20ba 20bd 20bf 2113',
      },
      {
        name: 'vietnamese',
        covers:
          '102-103 110-111 128-129 168-169 1a0-1a1 1af-1b0 300-301 303-304 308-309 323 329 1ea0-1ef9 20ab',
      },
      { name: 'greek', covers: '374-375 37e 384-38a 38c 38e-3a1 3a3-3ce 3d7 3d9 3db 3dd 3e1' },
      { name: 'cyrillic', covers: '301 400-45f 490-491 4b0-4b1 2116' },
      {
        name: 'cyrillic-ext',
        covers:
          '462-463 472-475 492-493 496-49b 4a0-4a3 4aa-4ab 4ae-4af 4b2-4b3 4b6-4b7 4ba-4bb 4c0-4c2 4cf-4d1 4d4-4d9 4e2-4e3 4e6-4e9 4ee-4ef 4f2-4f3 20b4',
      },
    ],
  },
  'JetBrains Mono': {
    package: '@fontsource/jetbrains-mono',
    files: 'jetbrains-mono',
    italics: true,
    unitsPerEm: 1000,
    subsets: [
      {
        name: 'latin',
        covers:
          'd 20-7e a0-ff 131 152-153 2bc 2c6 2da 2dc 304 308 2013-2014 2018-201a 201c-201e 2022 2026 2032-2033 2039-203a 2044 20ac 2122 2191 2193 2212 2215 feff',
      },
      {
        name: 'latin-ext',
        covers:
          '100-130 134-151 154-17f 18f 192 1a0-1a1 1af-1b0 1cd-1ce 1e6-1e7 1ea-1eb 1f4-1f5 1fc-1ff 218-21b 232-233 237 259 2b9-2ba 2c7 2c9 2dd 2f3 2f7 304 308 1e80-1e85 1e9e 1ef2-1ef9 2020 20ab 20ae 20bd 20bf 2113',
      },
      {
        name: 'vietnamese',
        covers: '102-103 110-111 128-129 168-169 1a0-1a1 1af-1b0 300-301 303-304 308-309 323 1ea0-1ef9 20ab',
      },
      { name: 'greek', covers: '374-375 37e 384-38a 38c 38e-3a1 3a3-3cf 3d7' },
      { name: 'cyrillic', covers: '301 401-40c 40e-44f 451-45c 45e-45f 490-491 2116' },
      { name: 'cyrillic-ext', covers: '4ae-4af 4e8-4e9' },
    ],
  },
  'Shantell Sans': {
    package: '@fontsource/shantell-sans',
    files: 'shantell-sans',
    italics: true,
    unitsPerEm: 1000,
    subsets: [
      {
        name: 'latin',
        covers:
          '20-7e a0-ff 131 152-153 2bc 2c6 2da 2dc 304 308 2013-2014 2018-201a 201c-201e 2022 2026 2032-2033 2039-203a 2044 20ac 2122 2191 2193 2212 2215',
      },
      {
        name: 'latin-ext',
        covers:
          '100-130 132-148 14a-151 154-17e 18f 192 1a0-1a1 1af-1b0 1c4-1ce 1d3-1d4 1e6-1e7 1ea-1eb 1fa-21b 22a-22d 230-233 237 259 2b9-2ba 2c7 2dd 304 308 1e80-1e85 1e9e 1ef2-1ef9 2020 20a1 20a4 20a6 20a8-20ab 20ad-20ae 20b1-20b2 20b4-20b5 20b8-20ba 20bc-20bf 2113',
      },
      {
        name: 'vietnamese',
        covers: '102-103 110-111 128-129 168-169 1a0-1a1 1af-1b0 300-301 303-304 308-309 323 1ea0-1ef9 20ab',
      },
      { name: 'cyrillic', covers: '301 400-45f 490-491 4b0-4b1 2116' },
      {
        name: 'cyrillic-ext',
        covers:
          '462-463 46a-46b 472-475 492-49d 4a0-4a5 4aa-4ab 4ae-4af 4b2-4b3 4b6-4bb 4c0-4c2 4cb-4cc 4cf-4d9 4dc-4df 4e2-4e9 4ee-4f9 51a-51d 20b4',
      },
    ],
  },
  'Noto Sans Arabic': {
    package: '@fontsource/noto-sans-arabic',
    files: 'noto-sans-arabic',
    italics: false,
    unitsPerEm: 1000,
    subsets: [
      {
        name: 'arabic',
        covers:
          '600-6ff 750-77f 870-88e 890-891 898-8e1 8e3-8ff 200c-200e 2010-2011 204f 2e41 fb50-fbc2 fbd3-fd8f fd92-fdc7 fdcf fdf0-fdff fe70-fe74 fe76-fefc 10efd-10eff',
      },
    ],
  },
  'Noto Sans Hebrew': {
    package: '@fontsource/noto-sans-hebrew',
    files: 'noto-sans-hebrew',
    italics: false,
    unitsPerEm: 1000,
    subsets: [
      {
        name: 'hebrew',
        covers:
          '307-308 591-5c7 5d0-5ea 5ef-5f4 200c-2010 20aa 25cc fb1d-fb36 fb38-fb3c fb3e fb40-fb41 fb43-fb44 fb46-fb4f',
      },
    ],
  },
  'Noto Sans Thai': {
    package: '@fontsource/noto-sans-thai',
    files: 'noto-sans-thai',
    italics: false,
    unitsPerEm: 1000,
    subsets: [{ name: 'thai', covers: '2d7 303 331 e01-e3a e3f-e5b 200c-200d 25cc' }],
  },
  'Noto Sans Devanagari': {
    package: '@fontsource/noto-sans-devanagari',
    files: 'noto-sans-devanagari',
    italics: false,
    unitsPerEm: 1000,
    subsets: [
      {
        name: 'devanagari',
        covers: '900-97f 1cd0-1cf6 1cf8-1cf9 200c-200d 20b9 20f0 25cc a830-a839 a8e0-a8ff 11b00-11b09',
      },
    ],
  },
}
