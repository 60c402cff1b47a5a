import type { Arrowhead, NewBox } from './scene-builder.ts'

/** Colours by name: of lines, of filled shapes, and of notes. */
export const colors: ReadonlyMap<string, readonly [line: string, fill: string, note: string]> = new Map([
  ['black', ['#1e1e1e', '#e8e8e8', '#fce19c']],
  ['grey', ['#9fa8b2', '#eceef0', '#c0cad3']],
  ['light-violet', ['#e085f4', '#f5eafa', '#dfb0f9']],
  ['violet', ['#ae3ec9', '#ecdcf2', '#db91fd']],
  ['blue', ['#4465e9', '#dce1f8', '#8aa3ff']],
  ['light-blue', ['#4ba1f1', '#ddedfa', '#9bc4fd']],
  ['yellow', ['#f1ac4b', '#f9f0e6', '#fed49a']],
  ['orange', ['#e16919', '#f8e2d4', '#faa475']],
  ['green', ['#099268', '#d3e9e3', '#6fc896']],
  ['light-green', ['#4cb05e', '#dbf0e0', '#98d08a']],
  ['light-red', ['#f87777', '#f4dadb', '#f7a5a1']],
  ['red', ['#e03131', '#f4dadb', '#fc8282']],
  ['white', ['#ffffff', '#f5f5f5', '#ffffff']],
])

/** Colours of the marker by name; others are drawn as lines are. */
export const markerColors: ReadonlyMap<string, string> = new Map([
  ['black', '#fddd00'],
  ['blue', '#10acff'],
  ['green', '#00ffc8'],
  ['grey', '#cbe7f1'],
  ['light-blue', '#00f4ff'],
  ['light-green', '#65f641'],
  ['light-red', '#ff7fa3'],
  ['light-violet', '#ff88ff'],
  ['orange', '#ffa500'],
  ['red', '#ff636e'],
  ['violet', '#c77cff'],
  ['yellow', '#fddd00'],
])

/** Line widths and text sizes by size: of shapes, of texts. */
export const sizes: ReadonlyMap<
  string,
  { readonly line: number; readonly label: number; readonly text: number }
> = new Map([
  ['s', { line: 2, label: 18, text: 18 }],
  ['m', { line: 3.5, label: 22, text: 24 }],
  ['l', { line: 5, label: 26, text: 36 }],
  ['xl', { line: 10, label: 32, text: 44 }],
])

const figure = (form: string): Pick<NewBox, 'type' | 'form'> => ({ type: 'figure', form })

export const geoForms: ReadonlyMap<string, Pick<NewBox, 'type' | 'form'>> = new Map<
  string,
  Pick<NewBox, 'type' | 'form'>
>([
  ['rectangle', { type: 'rectangle' }],
  ['ellipse', { type: 'ellipse' }],
  ['oval', figure('terminator')],
  ['diamond', { type: 'diamond' }],
  ['rhombus', figure('parallelogram')],
  ['triangle', figure('triangle')],
  ['pentagon', figure('pentagon')],
  ['hexagon', figure('hexagon')],
  ['octagon', figure('octagon')],
  ['star', figure('star')],
  ['cloud', figure('cloud')],
  ['heart', figure('heart')],
  ['trapezoid', figure('trapezoid')],
  ['x-box', figure('crossedBox')],
  ['check-box', figure('checkedBox')],
  ['arrow-right', figure('arrowRight')],
  ['arrow-left', figure('arrowLeft')],
  ['arrow-up', figure('arrowUp')],
  ['arrow-down', figure('arrowDown')],
])

export const tldrawHeads: ReadonlyMap<string, Arrowhead | null> = new Map<string, Arrowhead | null>([
  ['none', null],
  ['arrow', 'arrow'],
  ['triangle', 'triangle'],
  ['inverted', 'triangle'],
  ['square', 'diamond'],
  ['dot', 'dot'],
  ['diamond', 'diamond'],
  ['pipe', 'bar'],
  ['bar', 'bar'],
])
