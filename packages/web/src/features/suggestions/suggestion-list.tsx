import { Button } from '@mantine/core'
import { IconMessage2Question } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyCode } from '../../platform/chunks/lazy-code.ts'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import { useBoard } from '../board-panels/index.ts'
import { useOpenSuggestions } from './open-suggestions.ts'
import classes from './suggestions.module.css'

const suggestionPopover = lazyCode(
  'suggestion-popover',
  async () => (await import('./suggestion-popover.tsx')).SuggestionPopover,
)

/** The number of open suggestions, and a list of them by person; hidden if there are none. */
export function SuggestionList() {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const [isOpen, setOpen] = useState(false)
  const suggestions = useOpenSuggestions()
  const count = suggestions.length
  // The button that decided the last suggestion was removed with it.
  useEffect(() => {
    if (count === 0 && isOpen && document.activeElement === document.body) board.focus()
  }, [count, isOpen, board])
  return (
    count > 0 && (
      <LazyOverlay
        type="dialog"
        code={suggestionPopover}
        opened={isOpen}
        onChange={setOpen}
        render={(SuggestionPopover) => <SuggestionPopover suggestions={suggestions} />}
      >
        <Button
          className={classes.count ?? ''}
          variant="default"
          size="compact-md"
          leftSection={<IconMessage2Question size={18} stroke={1.5} aria-hidden />}
          data-testid="suggestion-count"
        >
          {t('suggestions.count', { count })}
        </Button>
      </LazyOverlay>
    )
  )
}
