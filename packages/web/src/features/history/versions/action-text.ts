import type { Action } from '@tavla/canvas/model'
import type { TFunction } from 'i18next'

/** The noun of a kind, singular or plural; "element" without one. */
export function getNoun(kind: string | null, count: number, t: TFunction): string {
  return t([`board:history.things.${kind ?? 'element'}`, 'board:history.things.element'], { count })
}

/** Describes an action in a sentence: "Cleo deleted 20 notes in Retro". */
export function getActionText(
  action: Pick<Action, 'verb' | 'kind' | 'ids' | 'frame' | 'uid' | 'suggester'>,
  getName: (uid: string) => string,
  t: TFunction,
): string {
  const { verb, kind, frame, suggester } = action
  const count = action.ids.size
  const isForeign = suggester !== null && suggester !== action.uid && (verb === 'accept' || verb === 'reject')
  return t(`board:history.act.${verb}${isForeign ? 'Of' : ''}`, {
    name: getName(action.uid),
    suggester: isForeign ? getName(suggester) : '',
    things: getNoun(kind, count, t),
    where: frame && frame.title !== '' ? t('board:history.act.where', { frame: frame.title }) : '',
  })
}
