import type { Command, Tool } from '@tavla/canvas'

export interface HelpEntry {
  readonly id: string
  readonly labelKey: string
  readonly keys: readonly string[]
}

type SectionName = 'tools' | 'edit' | 'arrange' | 'text' | 'view' | 'gestures'

const sectionByCommand: ReadonlyMap<string, SectionName> = new Map([
  ...toEntries('arrange', 'group ungroup wrapInFrame lock bringToFront bringForward sendBackward sendToBack'),
  ...toEntries('arrange', 'alignLeft alignCentre alignRight alignTop alignMiddle alignBottom'),
  ...toEntries('arrange', 'distributeHorizontally distributeVertically flipHorizontally flipVertically'),
  ...toEntries(
    'arrange',
    'nudgeLeft nudgeRight nudgeUp nudgeDown nudgeLeftFar nudgeRightFar nudgeUpFar nudgeDownFar',
  ),
  ...toEntries('arrange', 'growLeft growRight growUp growDown connectTo'),
  ...toEntries('arrange', 'growWidth shrinkWidth growHeight shrinkHeight rotateRight rotateLeft'),
  ...toEntries('view', 'panLeft panRight panUp panDown panLeftFar panRightFar panUpFar panDownFar'),
  ...toEntries('text', 'bold italic underline strike bulletList orderedList checkList editLink'),
  ...toEntries('view', 'zoomIn zoomOut zoomFull zoomToFit zoomToSelection toggleGrid toggleSnapping'),
  ...toEntries(
    'view',
    'nextPage previousPage find toggleMinimap openPalette openHelp nextRegion previousRegion focusMode slideshow darkMode copyLink',
  ),
])

function toEntries(section: SectionName, ids: string): [string, SectionName][] {
  return ids.split(' ').map((id) => [id, section])
}

/** Gestures that are not commands. */
const gestures: readonly HelpEntry[] = [
  { id: 'pan', labelKey: 'help.gestures.pan', keys: ['Space'] },
  { id: 'constrain', labelKey: 'help.gestures.constrain', keys: ['Shift'] },
  { id: 'centre', labelKey: 'help.gestures.centre', keys: ['Alt'] },
  { id: 'free', labelKey: 'help.gestures.free', keys: ['Mod'] },
  { id: 'openLink', labelKey: 'help.gestures.openLink', keys: ['Mod'] },
  { id: 'editText', labelKey: 'help.gestures.editText', keys: ['Enter'] },
  { id: 'tick', labelKey: 'help.gestures.tick', keys: ['Mod+Alt+Enter'] },
  { id: 'stop', labelKey: 'help.gestures.stop', keys: ['Escape'] },
]

/** Everything that has a shortcut, in sections; the palette lists the rest. */
export function getHelpSections(
  tools: readonly Tool[],
  commands: readonly Command[],
): readonly { readonly name: SectionName; readonly entries: readonly HelpEntry[] }[] {
  const withKeys = commands.filter(({ keys }) => keys.length > 0)
  const listSection = (name: SectionName) =>
    withKeys.filter(({ id }) => (sectionByCommand.get(id) ?? 'edit') === name)
  return [
    {
      name: 'tools',
      entries: [
        ...tools.filter(({ keys }) => keys.length > 0),
        ...withKeys.filter(({ id }) => id === 'toggleToolLock'),
      ],
    },
    { name: 'edit', entries: listSection('edit').filter(({ id }) => id !== 'toggleToolLock') },
    { name: 'arrange', entries: listSection('arrange') },
    { name: 'text', entries: listSection('text') },
    { name: 'view', entries: listSection('view') },
    { name: 'gestures', entries: gestures },
  ]
}
