import type { Command, Tool } from '@tavla/canvas'

export interface HelpEntry {
  readonly id: string
  readonly labelKey: string
  readonly keys: readonly string[]
}

type SectionName = 'tools' | 'edit' | 'arrange' | 'text' | 'view' | 'gestures'

const sectionOf: ReadonlyMap<string, SectionName> = new Map([
  ...names('arrange', 'group ungroup wrapInFrame lock bringToFront bringForward sendBackward sendToBack'),
  ...names('arrange', 'alignLeft alignCentre alignRight alignTop alignMiddle alignBottom'),
  ...names('arrange', 'distributeHorizontally distributeVertically flipHorizontally flipVertically'),
  ...names(
    'arrange',
    'nudgeLeft nudgeRight nudgeUp nudgeDown nudgeLeftFar nudgeRightFar nudgeUpFar nudgeDownFar',
  ),
  ...names('arrange', 'growLeft growRight growUp growDown'),
  ...names('view', 'panLeft panRight panUp panDown panLeftFar panRightFar panUpFar panDownFar'),
  ...names('text', 'bold italic underline strike bulletList orderedList'),
  ...names('view', 'zoomIn zoomOut zoomFull zoomToFit zoomToSelection toggleGrid toggleSnapping'),
  ...names(
    'view',
    'nextPage previousPage find toggleMinimap openPalette openHelp focusMode slideshow darkMode copyLink',
  ),
])

function names(section: SectionName, ids: string): [string, SectionName][] {
  return ids.split(' ').map((id) => [id, section])
}

/** Gestures that are not commands. */
const gestures: readonly HelpEntry[] = [
  { id: 'pan', labelKey: 'help.gestures.pan', keys: ['Space'] },
  { id: 'constrain', labelKey: 'help.gestures.constrain', keys: ['Shift'] },
  { id: 'centre', labelKey: 'help.gestures.centre', keys: ['Alt'] },
  { id: 'free', labelKey: 'help.gestures.free', keys: ['Mod'] },
  { id: 'editText', labelKey: 'help.gestures.editText', keys: ['Enter'] },
  { id: 'stop', labelKey: 'help.gestures.stop', keys: ['Escape'] },
]

/** Everything that has a shortcut, in sections; the palette lists the rest. */
export function helpSections(
  tools: readonly Tool[],
  commands: readonly Command[],
): readonly { readonly name: SectionName; readonly entries: readonly HelpEntry[] }[] {
  const withKeys = commands.filter(({ keys }) => keys.length > 0)
  const of = (name: SectionName) => withKeys.filter(({ id }) => (sectionOf.get(id) ?? 'edit') === name)
  return [
    { name: 'tools', entries: [...tools, ...withKeys.filter(({ id }) => id === 'toggleToolLock')] },
    { name: 'edit', entries: of('edit').filter(({ id }) => id !== 'toggleToolLock') },
    { name: 'arrange', entries: of('arrange') },
    { name: 'text', entries: of('text') },
    { name: 'view', entries: of('view') },
    { name: 'gestures', entries: gestures },
  ]
}
