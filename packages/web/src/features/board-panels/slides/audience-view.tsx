import { Button } from '@mantine/core'
import { IconSlideshow } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useBoard } from '../board-context.ts'
import { usePresentersSlide } from './audience.ts'
import { SlideArea } from './slide-area.tsx'
import classes from './slideshow.module.css'
import { useSlides } from './use-slides.ts'

/** The window for the audience: only the slide that the presenter shows in another window. */
export function AudienceView() {
  const { t } = useTranslation('board')
  const { board, space } = useBoard()
  const shown = usePresentersSlide(space.wid)
  const page = useSignal(board.state.page)
  const slide = useSlides(board).find(({ id }) => id === shown?.slide)
  const wantedPage = shown?.page
  useEffect(() => {
    board.viewport.hideMarks(true)
    return () => board.viewport.hideMarks(false)
  }, [board])
  useEffect(() => {
    if (wantedPage !== undefined && wantedPage !== page) board.pages.open(wantedPage)
  }, [board, wantedPage, page])
  return (
    <div className={classes.audience} data-testid="audience" data-empty={!slide || undefined}>
      {slide ? (
        <SlideArea slide={slide} />
      ) : (
        <EmptyState
          icon={<IconSlideshow size={28} stroke={1.5} aria-hidden />}
          title={t('slides.waiting')}
          text={t('slides.waitingText')}
          role="status"
        >
          <Button variant="default" onClick={() => window.close()}>
            {t('slides.closeWindow')}
          </Button>
        </EmptyState>
      )}
    </div>
  )
}
