import { IconFile } from '@tabler/icons-react'
import type { Action } from '@tavla/canvas/model'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { TextDifference } from '../../../ui/text-difference/text-difference.tsx'
import { SnippetImage } from '../../board-panels/index.ts'
import { getActionText } from './action-text.ts'
import type { History } from '../history.ts'
import classes from './version-list.module.css'

interface ActionRowProps {
  action: Action
  history: History
  getName(uid: string): string
  onShow(action: Action): void
}

/** Longer texts are truncated in the list; the board shows them completely. */
const maxCharacters = 160

/** One action of a session: what was done, with a small image, and the differences of a text. */
export function ActionRow({ action, history, getName, onShow }: ActionRowProps) {
  const { t, i18n } = useTranslation('board')
  const seq = useSignal(history.seq)
  const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' })
  const { text, verb } = action
  return (
    <li>
      <button
        type="button"
        className={classes.act}
        aria-current={seq >= action.first && seq <= action.last}
        data-testid="act"
        onClick={() => onShow(action)}
      >
        {action.kind === 'page' ? (
          <IconFile className={classes.pageIcon} size={22} stroke={1.5} aria-hidden />
        ) : (
          <SnippetImage entries={action.samples} width={52} height={40} />
        )}
        <span className={classes.words}>
          <span>{getActionText(action, getName, t)}</span>
          {text && (
            <span className={classes.text}>
              {verb === 'text' || verb === 'rename' ? (
                <TextDifference before={truncate(text.before)} after={truncate(text.after)} />
              ) : (
                <span dir="auto">
                  {t('history.act.quote', { text: truncate(text.after || text.before) })}
                </span>
              )}
            </span>
          )}
          <span className={classes.quiet}>{time.format(action.to)}</span>
        </span>
      </button>
    </li>
  )
}

function truncate(text: string): string {
  const characters = Array.from(text)
  return characters.length <= maxCharacters ? text : `${characters.slice(0, maxCharacters).join('')}…`
}
