import type { RecordId } from '../../document/model/record.ts'
import { getPlainText, type RichText } from '../../document/text/rich-text.ts'
import { getCentre } from '../../geometry/box.ts'
import type { BoardEdit } from '../board-view.ts'
import { removeChanges } from '../changes/remove.ts'
import { type InsertParts, withText } from './insert.ts'

/** A web page, as it names itself. */
export interface LinkCard {
  readonly url: string
  readonly title: string
  readonly site: string
}

/** Replaces a text that is nothing but the URL by a card with the page's title. */
export function drawLinkCard(parts: InsertParts, edit: BoardEdit, id: RecordId, link: LinkCard): boolean {
  const text = edit.document.get(id)
  const box = edit.scene.getBounds(id)
  const typed = getPlainText((text?.['text'] ?? null) as RichText | null).trim()
  // Somebody may have deleted or changed it while the title was read.
  if (!text || !box || (typed !== link.url && `https://${typed}` !== link.url)) return false
  const { x, y } = getCentre(box)
  const card = withText(parts, edit, parts.defaults.card, getText(link), { x, y })
  const record = { ...card, parent: text.parent ?? card.parent, link: link.url }
  const wasSelected = edit.selected.length === 1 && edit.selected[0] === id
  if (!edit.apply([...removeChanges(edit, [id]), { op: 'put', record }])) return false
  if (wasSelected) edit.select([record.id])
  return true
}

function getText({ title, site }: LinkCard): RichText {
  const run = (text: string, marks: readonly object[]) => ({
    type: 'paragraph',
    content: [{ type: 'text', text: text.toWellFormed(), marks }],
  })
  return {
    type: 'doc',
    content: [run(title, [{ type: 'bold' }]), run(site, [{ type: 'color', attrs: { value: 'grey' } }])],
  }
}
