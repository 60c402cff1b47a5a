import { Button, CloseButton, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toasts } from '../../platform/toast.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import type { WaitingFile } from '../../platform/offline/waiting-files.ts'
import { useBoard, usePersonNames, usePersonPaint } from '../board-panels/index.ts'
import { RequestAccessButton } from './request-access-button.tsx'
import classes from './missed-changes-panel.module.css'
import { Card } from './cards/card.tsx'
import type { UndecidedCard } from '../../platform/offline/undecided/cards.ts'
import { Changes } from './changes.tsx'
import { FailedUploads } from './failed-uploads.tsx'
import { useCards } from './use-cards.ts'
import { useDecide } from './use-decide.ts'

/** Everything that happened to the user's work while they were away, in one panel. */
export function MissedChangesPanel() {
  const { t } = useTranslation('board')
  const { board, files, ui, undecided } = useBoard()
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const opener = useRef<Element | null>(document.activeElement)
  const hasFocus = useRef(false)
  const cards = useCards()
  const failed = useSignal(files.failed)
  const isDurable = useSignal(undecided.isDurable)
  const isOpenedByUser = useSignal(ui.missedPanel) === 'by-hand'
  const missedChanges = useSignal(ui.missedChanges)
  const close = () => {
    ui.missedPanel.value = null
    if (isOpenedByUser && isFocusable(opener.current)) opener.current.focus()
    else board.focus()
  }
  useEffect(() => {
    if (isOpenedByUser) title.current?.focus()
  }, [isOpenedByUser])
  const openCards = cards.filter(({ type }) => type !== 'kept')
  const openCount = openCards.length + failed.length
  // The button that decided the card was removed with it.
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) title.current?.focus()
  }, [cards.length, failed.length])
  return (
    <aside
      className={classes.panel}
      aria-labelledby={titleId}
      onFocus={() => void (hasFocus.current = true)}
      onBlur={() => void (hasFocus.current = false)}
      onKeyDown={(event) => {
        event.stopPropagation()
        // A card's menu is elsewhere in the DOM, and closes by itself.
        if (event.key === 'Escape' && event.currentTarget.contains(event.target as Node)) close()
      }}
    >
      <header className={classes.head}>
        <h2 id={titleId} ref={title} tabIndex={-1}>
          {t('away.title')}
        </h2>
        <CloseButton aria-label={t('common:act.close')} onClick={close} />
        <VisuallyHidden role="status">
          {openCount > 0
            ? t('away.pill', { count: openCount })
            : missedChanges
              ? t('away.news', { people: missedChanges.people })
              : t('away.nothing')}
        </VisuallyHidden>
      </header>
      <div className={classes.body}>
        {!isDurable && openCards.length > 0 && (
          <p className={classes.warning} role="alert">
            {t('away.full')}
          </p>
        )}
        {openCount > 0 && <Decisions cards={openCards} failed={failed} />}
        <SkippedDeletes cards={cards.filter(({ type }) => type === 'kept')} />
        <Changes isOnlySection={cards.length + failed.length === 0} />
      </div>
    </aside>
  )
}

/** Whether it still exists to receive focus, and is not the page itself. */
function isFocusable(element: Element | null): element is HTMLElement {
  return element instanceof HTMLElement && element.isConnected && element !== document.body
}

function Decisions({ cards, failed }: { cards: readonly UndecidedCard[]; failed: readonly WaitingFile[] }) {
  const { t } = useTranslation('board')
  const headingId = useId()
  const decide = useDecide()
  const [busy, setBusy] = useState(false)
  const applyAll = async (selected: readonly UndecidedCard[]) => {
    setBusy(true)
    const refusal = await decide.mine(selected)
    setBusy(false)
    if (refusal) toasts.note(t(`board.refused.${refusal.refused}`))
  }
  const rejected = cards.filter(({ type }) => type === 'rejected')
  const conflicts = cards.filter(({ type }) => type !== 'rejected')
  const isForRole = rejected.some(
    (card) => card.type === 'rejected' && ['role', 'not_yours'].includes(card.reason),
  )
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <h3 id={headingId}>
        {t('away.decide')} <span className={classes.count}>{cards.length + failed.length}</span>
      </h3>
      <p className={classes.quiet}>{t('away.safe')}</p>
      {failed.length > 0 && <FailedUploads files={failed} />}
      {rejected.length > 0 && (
        <CardGroup name={t('away.notSent')} color={null} cards={rejected}>
          <div className={classes.bulk}>
            {rejected.length > 1 && (
              <Button
                size="compact-sm"
                variant="light"
                loading={busy}
                onClick={() => void applyAll(rejected)}
              >
                {t('away.act.sendAll')}
              </Button>
            )}
            {isForRole && <RequestAccessButton />}
          </div>
        </CardGroup>
      )}
      {conflicts.length > 1 && (
        <div className={classes.bulk}>
          <Button size="compact-sm" variant="default" onClick={() => decide.theirs(conflicts)}>
            {t('away.act.keepAll')}
          </Button>
          <Button size="compact-sm" variant="default" loading={busy} onClick={() => void applyAll(conflicts)}>
            {t('away.act.takeAll')}
          </Button>
        </div>
      )}
      <ByPerson cards={conflicts} />
    </section>
  )
}

/** An element that was not deleted because this person had changed it: for information, without a decision. */
function SkippedDeletes({ cards }: { cards: readonly UndecidedCard[] }) {
  const { t } = useTranslation('board')
  const headingId = useId()
  if (cards.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <h3 id={headingId}>{t('away.keptTitle')}</h3>
      <ByPerson cards={cards} />
    </section>
  )
}

function ByPerson({ cards }: { cards: readonly UndecidedCard[] }) {
  const people = [...Map.groupBy(cards, ({ by }) => by)]
  const getName = usePersonNames(people.flatMap(([uid]) => uid ?? []))
  const getPaint = usePersonPaint()
  return people.map(([uid, personCards]) => (
    <CardGroup
      key={uid ?? ''}
      name={getName(uid)}
      color={uid === null ? null : getPaint(uid)}
      cards={personCards}
    />
  ))
}

interface CardGroupProps {
  name: string
  color: string | null
  cards: readonly UndecidedCard[]
  children?: ReactNode
}

/** Items shown at first, and added by each "show more". */
const pageSize = 20

function CardGroup({ name, color, cards, children }: CardGroupProps) {
  const { t } = useTranslation('board')
  const [count, setCount] = useState(pageSize)
  const remaining = cards.length - count
  return (
    <>
      <h4 className={classes.person}>
        {color !== null && <span className={classes.dot} style={{ background: color }} aria-hidden="true" />}
        {name}
      </h4>
      {children}
      <ul className={classes.list} aria-label={name}>
        {cards.slice(0, count).map((card) => (
          <Card key={card.id} card={card} name={name} />
        ))}
      </ul>
      {remaining > 0 && (
        <Button
          size="compact-sm"
          variant="subtle"
          className={classes.start ?? ''}
          onClick={() => setCount(count + pageSize)}
        >
          {t('away.act.showMore', { count: Math.min(remaining, pageSize) })}
        </Button>
      )}
    </>
  )
}
