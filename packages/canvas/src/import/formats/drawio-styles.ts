import type { Arrowhead, NewBox } from './scene-builder.ts'

/** The styles of a cell; a bare name is the shape. */
export type Style = ReadonlyMap<string, string>

export const toNumber = (text: string | undefined, otherwise: number): number => {
  const value = Number(text ?? '')
  return text === undefined || text === '' || !Number.isFinite(value) ? otherwise : value
}

export const getColor = (color: string | undefined): string | undefined =>
  color === undefined || color === 'default' || color.startsWith('light-dark') ? undefined : color === 'none' ? 'transparent' : color // prettier-ignore

/** Forms by the format's names of shapes. */
const formsOfShapes: ReadonlyMap<string, string> = new Map([
  ['cylinder', 'database'],
  ['cylinder2', 'database'],
  ['cylinder3', 'database'],
  ['datastore', 'database'],
  ['hexagon', 'hexagon'],
  ['parallelogram', 'parallelogram'],
  ['trapezoid', 'trapezoid'],
  ['triangle', 'triangle'],
  ['process', 'subroutine'],
  ['document', 'document'],
  ['cloud', 'cloud'],
  ['actor', 'person'],
  ['umlActor', 'person'],
  ['step', 'step'],
  ['singleArrow', 'arrowRight'],
  ['doubleArrow', 'arrowBoth'],
  ['callout', 'speechBubble'],
  ['note', 'page'],
  ['note2', 'page'],
  ['folder', 'folder'],
  ['cube', 'cube'],
  ['isoCube', 'cube'],
  ['manualInput', 'manualInput'],
  ['delay', 'delay'],
  ['offPageConnector', 'offPage'],
  ['cross', 'cross'],
  ['mxgraph.basic.star', 'star'],
  ['mxgraph.basic.heart', 'heart'],
  ['mxgraph.basic.octagon2', 'octagon'],
  ['mxgraph.flowchart.terminator', 'terminator'],
  ['mxgraph.flowchart.database', 'database'],
  ['mxgraph.flowchart.document', 'document'],
  ['mxgraph.flowchart.predefined_process', 'subroutine'],
  ['mxgraph.flowchart.data', 'parallelogram'],
  ['mxgraph.flowchart.delay', 'delay'],
  ['mxgraph.flowchart.manual_input', 'manualInput'],
  ['mxgraph.flowchart.manual_operation', 'manualOperation'],
  ['mxgraph.flowchart.off-page_reference', 'offPage'],
])

const ellipses: ReadonlySet<string> = new Set(['ellipse', 'doubleEllipse', 'endState', 'startState', 'waypoint', 'mxgraph.flowchart.start_1', 'mxgraph.flowchart.start_2', 'mxgraph.flowchart.on-page_reference']) // prettier-ignore
const diamonds: ReadonlySet<string> = new Set(['rhombus', 'mxgraph.flowchart.decision'])
const boxShapes: ReadonlySet<string> = new Set(['rect', 'rectangle', 'label', 'swimlane', 'ext', 'table', 'tableRow', 'partialRectangle', 'umlFrame', 'internalStorage', 'component', 'module', 'mxgraph.flowchart.process']) // prettier-ignore

type BoxForm = Pick<NewBox, 'type' | 'form'>

/** The form of a shape; undefined for one that has no counterpart. */
export function getForm(style: Style): BoxForm | undefined {
  const shape = style.get('shape') ?? style.get('name') ?? 'rect'
  if (ellipses.has(shape)) return { type: 'ellipse' }
  if (diamonds.has(shape)) return { type: 'diamond' }
  const form = formsOfShapes.get(shape)
  if (form !== undefined) return { type: 'figure', form }
  return boxShapes.has(shape) || !style.has('shape') ? { type: 'rectangle' } : undefined
}

export const heads: ReadonlyMap<string, Arrowhead | null> = new Map<string, Arrowhead | null>([
  ['none', null],
  ['classic', 'triangle'],
  ['classicThin', 'triangle'],
  ['block', 'triangle'],
  ['blockThin', 'triangle'],
  ['open', 'arrow'],
  ['openThin', 'arrow'],
  ['oval', 'dot'],
  ['circle', 'dot'],
  ['diamond', 'diamond'],
  ['diamondThin', 'diamond'],
  ['ERone', 'cardinality_one'],
  ['ERmandOne', 'cardinality_one'],
  ['ERmany', 'cardinality_many'],
  ['ERoneToMany', 'cardinality_one_or_many'],
  ['ERzeroToOne', 'cardinality_zero_or_one'],
  ['ERzeroToMany', 'cardinality_zero_or_many'],
  ['dash', 'bar'],
])
