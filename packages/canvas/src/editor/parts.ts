import type { ReadonlySignal, Signal } from '@preact/signals-core'
import type { BoardEvent } from './board-event.ts'
import type { RecordId } from '../document/record.ts'
import type { Vec } from '../geometry/vec.ts'
import type { Camera } from './camera.ts'
import type { Clock } from './clock.ts'
import type { DrawnDocument } from './drawn.ts'
import type { EditorOptions } from './editor-options.ts'
import type { Gesture } from './gesture.ts'
import type { SelectionFrame, ToolOverlay } from './overlay.ts'
import type { createTitleEditing } from './naming.ts'
import type { Pages } from './pages.ts'
import type { Shapes } from './relations.ts'
import type { Scene } from './scene.ts'
import type { LockedMarks } from './locked.ts'
import type { Selection } from './selection.ts'
import type { Snapping } from './snapping.ts'
import type { Styles } from './styles.ts'
import type { TextEditing } from './text-editing.ts'
import type { ToolRunner } from './tool-runner.ts'

/** What the verbs of tools and commands are made of; only `editor.ts` puts it together. */
export interface EditorParts {
  readonly options: EditorOptions
  readonly clock: Clock
  readonly shapes: Shapes
  readonly drawn: DrawnDocument
  readonly scene: Scene
  readonly camera: Camera
  readonly selection: Selection
  readonly pages: Pages
  readonly hovered: Signal<RecordId | null>
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
  /** Made after the verbs that it calls. */
  readonly runner: () => ToolRunner
  readonly frame: () => ReadonlySignal<SelectionFrame | null>
  /** Pointer on the view, CSS pixels; null outside. */
  readonly pointer: () => Vec | null
  readonly laser: (on: boolean) => void
}
