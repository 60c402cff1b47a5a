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
  act: Action
  history: History
  getName(uid: string): string
  onShow(act: Action): void
}

/** Longer texts are truncated in the list; the board shows them completely. */
const mostCharacters = 160

/** One action of a session: what was done, with a small image, and the differences of a text. */
export function ActionRow({ act, history, getName, onShow }: ActionRowProps) {
  const { t, i18n } = useTranslation('board')
  const seq = useSignal(history.seq)
  const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' })
  const { text, verb } = act
  return (
    <li>
      <button
        type="button"
        className={classes.act}
        aria-current={seq >= act.first && seq <= act.last}
        data-testid="act"
        onClick={() => onShow(act)}
      >
        {act.kind === 'page' ? (
          <IconFile className={classes.pageIcon} size={22} stroke={1.5} aria-hidden />
        ) : (
          <SnippetImage entries={act.samples} width={52} height={40} />
        )}
        <span className={classes.words}>
          <span>{getActionText(act, getName, t)}</span>
          {text && (
            <span className={classes.text}>
              {verb === 'text' || verb === 'rename' ? (
                <TextDifference before={cut(text.before)} after={cut(text.after)} />
              ) : (
                <span dir="auto">{t('history.act.quote', { text: cut(text.after || text.before) })}</span>
              )}
            </span>
          )}
          <span className={classes.quiet}>{time.format(act.to)}</span>
        </span>
      </button>
    </li>
  )
}

function cut(text: string): string {
  const characters = Array.from(text)
  return characters.length <= mostCharacters ? text : `${characters.slice(0, mostCharacters).join('')}…`
}
