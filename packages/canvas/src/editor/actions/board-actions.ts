import { batch } from '@preact/signals-core'
import type { Command } from '../command.ts'
import type { ElementRecord, RecordId } from '../../document/model/record.ts'
import type { Vec } from '../../geometry/vec.ts'
import type { PointerDevice } from '../input-events.ts'
import type { Direction } from '../view/overlay.ts'
import { isElement } from '../view/relations.ts'
import { isInsideSelection } from '../view/selection-frame.ts'
import type { Tool } from '../tool.ts'
import type { BoardEdit, BoardView } from '../board-view.ts'
import { dryRun, canDryRun } from './dry-run.ts'
import { getGrowSource, growChanges } from '../changes/grow-changes.ts'
import { newElement } from '../changes/new-element.ts'
import type { EditorParts } from '../parts.ts'

/** Gap between notes created in a row, page units. */
const noteGap = 24

export type ActionsParts = Pick<
  EditorParts,
  'camera' | 'cropping' | 'emit' | 'defaults' | 'runner' | 'selection' | 'shapes' | 'text'
>

/** Editor actions besides tools and commands: note navigation, Escape and context menu. */
export function createActions(parts: ActionsParts, view: BoardView, edit: () => BoardEdit) {
  const { selection, text, defaults, camera } = parts

  const canUse = (tool: Tool): boolean => {
    if (tool.needs === 'look') return true
    const { ability } = view.rights
    return ability !== 'viewer' && ability !== 'commenter'
  }
  const noteAt = (at: Vec, like: ElementRecord): RecordId | undefined => {
    let found: RecordId | undefined
    const centre = { x: at.x + like.w / 2, y: at.y + like.h / 2, w: 0, h: 0 }
    view.scene.index(view.page).search(centre, (id) => {
      if (view.document.get(id)?.kind === like.kind) found = id
    })
    return found
  }
  const goTo = (id: RecordId): boolean => {
    text.stop()
    selection.set([id])
    edit().reveal(id)
    return text.start(id)
  }
  return {
    canUse,
    run(command: Command): void {
      if (!command.when(view)) {
        if (canDryRun(command, view)) dryRun(command, edit(), parts.emit)
        return
      }
      batch(() => {
        parts.runner().cancel()
        parts.emit({ type: 'ran', id: command.id })
        command.run(edit())
      })
    },
    /** While a note is edited: moves to the adjacent note, or creates one in the same style. */
    nextNote(step: 1 | -1): boolean {
      const typing = text.typing.peek()
      const record = typing ? view.document.get(typing.id) : undefined
      if (!isElement(record, parts.shapes) || record.kind !== defaults.note.kind) return false
      const beside = { x: record.x + step * (record.w + noteGap), y: record.y }
      const there = noteAt(beside, record)
      if (there !== undefined) return goTo(there)
      if (step < 0 || typing?.suggestion || !view.rights.canAdd(view.page)) return true
      const { by: _by, made: _made, lock: _lock, link: _link, ...style } = record
      const bare = newElement(view, record.kind, { ...beside, w: record.w, h: record.h })
      const next = { ...style, id: bare.id, parent: bare.parent, z: bare.z, ...beside, text: null }
      text.stop()
      return edit().apply([{ op: 'put', record: next }]) && goTo(bare.id)
    },
    /** While a text is edited: closes it and adds the next connected element in that direction. */
    growFromText(direction: Direction): boolean {
      const typing = text.typing.peek()
      if (!typing || typing.suggestion) return false
      text.stop()
      const source = getGrowSource(view, typing.id)
      if (!source) return true
      const { changes, node } = growChanges(view, source, direction, defaults.connector)
      return !edit().apply(changes) || goTo(node)
    },
    /** Escape: leaves, in this order, the tool, the group, the selection. */
    stepBack(): boolean {
      const runner = parts.runner()
      const inside = selection.insideGroup.peek()
      if (runner.tool.id !== defaults.restTool) runner.set(defaults.restTool)
      else if (view.cropping !== null) parts.cropping.set(null)
      else if (inside !== null) {
        selection.enter(null)
        selection.set([inside])
      } else if (selection.ids.peek().length > 0) selection.set([])
      else return false
      return true
    },
    /**
     * Selects the element at the point, locked ones included, and opens its context menu. Between selected elements
     * and inside a selected hollow one, the menu is that of the selection.
     */
    contextMenu(at: Vec, by: PointerDevice): void {
      const unit = 1 / camera.state.peek().zoom
      const point = camera.toPage(at)
      const [hit] = view.scene.hits(view.page, point, 4 * unit)
      batch(() => {
        const picked = hit === undefined ? undefined : selection.getClickTarget(hit)
        if (picked === undefined) {
          if (!isInsideSelection(view, point)) selection.set([])
        } else if (!selection.ids.peek().includes(picked)) selection.set([picked])
        parts.emit({ type: 'contextMenu', at, by })
      })
    },
  }
}
