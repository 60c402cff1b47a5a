import type { Action } from '@tavla/canvas/model'
import type { TFunction } from 'i18next'

/** Kinds that have a noun of their own; others are called elements. */
const namedKinds: ReadonlySet<string> = new Set([
  'connector',
  'diamond',
  'ellipse',
  'frame',
  'group',
  'image',
  'line',
  'page',
  'pen',
  'rect',
  'sticky',
  'text',
])

/** The noun of a kind among `history.things`. */
export function getNoun(kind: string | null): string {
  return kind !== null && namedKinds.has(kind) ? kind : 'element'
}

/** What an act was, in one sentence: "Cleo deleted 20 notes in Retro". */
export function getActionText(
  act: Pick<Action, 'verb' | 'kind' | 'ids' | 'frame' | 'uid' | 'suggester'>,
  getName: (uid: string) => string,
  t: TFunction,
): string {
  const { verb, kind, frame, suggester } = act
  const count = act.ids.size
  const isForeign = suggester !== null && suggester !== act.uid && (verb === 'accept' || verb === 'reject')
  return t(`board:history.act.${verb}${isForeign ? 'Of' : ''}`, {
    name: getName(act.uid),
    suggester: isForeign ? getName(suggester) : '',
    things: t(`board:history.things.${getNoun(kind)}`, { count }),
    where: frame && frame.title !== '' ? t('board:history.act.where', { frame: frame.title }) : '',
  })
}
