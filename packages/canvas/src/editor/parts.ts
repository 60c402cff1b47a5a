import type { ReadonlySignal, Signal } from '@preact/signals-core'
import type { BoardEvent } from './board-event.ts'
import type { RecordId } from '../document/model/record.ts'
import type { Vec } from '../geometry/vec.ts'
import type { Camera } from './view/camera.ts'
import type { Clock } from './clock.ts'
import type { DrawnDocument } from './view/drawn-document.ts'
import type { EditorOptions } from './editor-options.ts'
import type { Gesture } from './input/gesture.ts'
import type { SelectionFrame, ToolOverlay } from './view/overlay.ts'
import type { createTitleEditing } from './actions/title-editing.ts'
import type { Pages } from './view/pages.ts'
import type { Shapes } from './view/relations.ts'
import type { Scene } from './view/scene.ts'
import type { LockedMarks } from './view/locked.ts'
import type { Selection } from './view/selection.ts'
import type { Snapping } from './view/snapping.ts'
import type { Styles } from './actions/styles.ts'
import type { TextEditing } from './actions/text-editing.ts'
import type { ToolRunner } from './input/tool-runner.ts'

/**
 * All parts used by the tool and command APIs. Only `editor.ts` has all of them; consumers `Pick` the ones they
 * need.
 */
export interface EditorParts extends Pick<
  EditorOptions,
  'replica' | 'random' | 'defaults' | 'files' | 'frameTitle' | 'onRequest'
> {
  readonly clipboardPort: EditorOptions['clipboard']
  readonly clock: Clock
  readonly shapes: Shapes
  readonly drawn: DrawnDocument
  readonly scene: Scene
  readonly camera: Camera
  readonly selection: Selection
  readonly pages: Pages
  readonly hovered: Signal<RecordId | null>
  readonly cropping: { readonly current: ReadonlySignal<RecordId | null>; set(id: RecordId | null): void }
  readonly locked: LockedMarks
  readonly cursor: Signal<string>
  readonly toolOverlay: Signal<ToolOverlay | null>
  readonly gridShown: Signal<boolean>
  readonly grid: ReadonlySignal<number | null>
  readonly snapOn: Signal<boolean>
  readonly text: TextEditing
  readonly naming: ReturnType<typeof createTitleEditing>
  readonly gesture: Gesture
  readonly styles: Styles
  readonly snapping: Snapping
  readonly emit: (event: BoardEvent) => void
  /** Created later than the functions that use it. */
  readonly runner: () => ToolRunner
  readonly frame: () => ReadonlySignal<SelectionFrame | null>
  /** Pointer position in the view, CSS pixels; null outside. */
  readonly pointer: () => Vec | null
  readonly laser: (on: boolean) => void
}
