import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { LazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx'
import { BarButton } from '../bar-button.tsx'
import { useBoard } from '../board-context.ts'
import { pagePopover } from '../overlays/lazy-board-overlays.ts'
import { getPageName } from '../page-name.ts'
import classes from './pages-menu.module.css'

interface PagesMenuProps {
  /** Shown above the page name where the board has no button of its own. */
  boardName?: string
}

/** The name of the current page; opens the list of pages. */
export function PagesMenu({ boardName }: PagesMenuProps) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const pages = useSignal(board.state.pages)
  const current = useSignal(board.state.page)
  const name = getPageName(pages, current, t)
  return (
    <LazyOverlay type="dialog" code={pagePopover} render={(PagePopover) => <PagePopover />}>
      <BarButton
        label={
          boardName === undefined
            ? t('pages.title', { name })
            : t('pages.titleOn', { board: boardName, name })
        }
        className={classes.title ?? ''}
        tooltipPosition="bottom"
        data-testid="pages"
      >
        <span className={classes.names}>
          {boardName !== undefined && <span className={classes.board}>{boardName}</span>}
          <span className={classes.current}>{name}</span>
        </span>
        <IconChevronDown className={classes.chevron} size={14} stroke={1.5} aria-hidden />
      </BarButton>
    </LazyOverlay>
  )
}
