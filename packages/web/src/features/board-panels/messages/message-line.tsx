import { Button, CloseButton } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../../platform/dom/clock.ts'
import { toasts } from '../../../platform/toast.ts'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { useBoard } from '../board-context.ts'
import classes from './message-line.module.css'
import { drawLinkCards, readPreview } from './link-cards.ts'
import { createBoardMessages, doneTexts } from './messages.ts'
import type { BoardMessage, BoardMessages } from './messages.ts'
import { usePersonNames } from '../people/person-names.ts'
import { canSuggestInstead, suggest } from './suggest.ts'
import { getLimitingPresenter } from './limiting-presenter.ts'

/** A message near the bottom: what was refused and why, with one action. */
export function MessageLine() {
  const { t } = useTranslation('board')
  const { board, replica, room, space } = useBoard()
  const [messages, setMessages] = useState<BoardMessages | null>(null)
  useEffect(() => {
    const created = createBoardMessages(board, replica, clock, () => getLimitingPresenter(room, replica), {
      isOffered: (changes) => canSuggestInstead(changes, replica),
      send(changes) {
        const refusal = suggest(changes, replica)
        toasts.note(t(refusal ? `board.refused.${refusal.refused}` : 'suggestions.sent'))
        board.focus()
      },
    })
    setMessages(created)
    return created.dispose
  }, [board, replica, room, t])
  useEffect(() => drawLinkCards(board, (url) => readPreview(space.wid, url)), [board, space.wid])
  return (
    <div role="status" aria-live="polite" className={classes.place} data-testid="notice">
      {messages && <CurrentMessage messages={messages} />}
    </div>
  )
}

function CurrentMessage({ messages }: { messages: BoardMessages }) {
  const { t } = useTranslation('board')
  const message = useSignal(messages.shown)
  const getName = usePersonNames(message === null ? [] : getUids(message))
  if (message === null) return null
  return (
    <div className={classes.line}>
      <span>{getMessageText(message, t, getName)}</span>
      {message.type === 'linesPasted' && (
        <Button variant="subtle" size="compact-sm" onClick={message.split}>
          {t('notice.split')}
        </Button>
      )}
      {(message.type === 'diagramPasted' || message.type === 'svgInserted') && (
        <Button variant="subtle" size="compact-sm" onClick={message.draw}>
          {t(message.type === 'svgInserted' ? 'notice.toShapes' : 'notice.drawDiagram')}
        </Button>
      )}
      {message.type === 'refused' && message.suggest && (
        <Button variant="subtle" size="compact-sm" onClick={message.suggest}>
          {t('suggestions.offer')}
        </Button>
      )}
      {message.type === 'undoBlocked' && message.anyway && (
        <Button variant="subtle" size="compact-sm" onClick={message.anyway}>
          {t('notice.undoAnyway')}
        </Button>
      )}
      <CloseButton size="sm" aria-label={t('common:act.close')} onClick={messages.close} />
    </div>
  )
}

const notPasted = {
  empty: 'notice.nothingToPaste',
  unknown: 'notice.notPasted',
  too_large: 'notice.pasteTooLarge',
} as const

function getUids(message: BoardMessage): readonly string[] {
  if (message.type === 'undoBlocked') return message.by === null ? [] : [message.by]
  return message.type === 'refused' && typeof message.inside === 'object' ? [message.inside.by] : []
}

function getMessageText(
  message: BoardMessage,
  t: TFunction<'board'>,
  getName: (uid: string | null) => string,
): string {
  switch (message.type) {
    case 'refused':
      if (message.presenter !== undefined) return t('presenting.refused', { name: message.presenter })
      if (message.inside === 'locked') return t('notice.inside.locked')
      if (message.inside) return t('notice.inside.theirs', { name: getName(message.inside.by) })
      return t(`board.refused.${message.reason}`)
    case 'undoBlocked':
      return t(`notice.undoBlocked.${message.did}`, { name: getName(message.by) })
    case 'diverged':
      return t('notice.diverged')
    case 'uploadFailed':
      return t('notice.uploadFailed', { name: message.name })
    case 'linesPasted':
      return t('notice.linesPasted', { count: message.lines })
    case 'diagramPasted':
    case 'svgInserted':
      return t(`notice.${message.type}`)
    case 'notPasted':
      return t(notPasted[message.reason])
    case 'done':
      return t(doneTexts[message.command])
  }
}
