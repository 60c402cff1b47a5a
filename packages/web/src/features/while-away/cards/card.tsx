import { ActionIcon, Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { Refusal } from '@tavla/canvas'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../../platform/dom/clock.ts'
import { formatTimeAgo } from '../../../platform/format.ts'
import type { UndecidedCard } from '../../../platform/offline/undecided/cards.ts'
import { lazyCode } from '../../../platform/chunks/lazy-code.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { LazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx'
import { TextDifference } from '../../../ui/text-difference/text-difference.tsx'
import { useBoard } from '../../board-panels/index.ts'
import classes from '../missed-changes-panel.module.css'
import { getEnteredText } from './card-text.ts'
import { canKeepBoth } from '../decide.ts'
import { type CardSides, getSides } from './preview.ts'
import { Side, Sides } from './side.tsx'
import { canSuggest } from '../suggest-instead.ts'
import { useDecide } from '../use-decide.ts'
import { useRecordChanges } from '../use-record-changes.ts'

const cardItems = lazyCode('card-items', async () => (await import('./card-items.tsx')).CardItems)

interface CardProps {
  card: UndecidedCard
  name: string
}

/** One item to decide: what happened, both versions, and the actions. */
export function Card({ card, name }: CardProps) {
  const { t, i18n } = useTranslation('board')
  const { board } = useBoard()
  const [failure, setFailure] = useState<Refusal | null>(null)
  useRecordChanges(board.document, card.recordIds)
  const sides = getSides(card, board.document)
  const text = getReadableText(card, sides)
  const kind = (sides.mine[0] ?? sides.theirs[0])?.record.kind
  return (
    <li className={classes.card} data-testid={card.type === 'kept' ? 'kept' : 'undecided'}>
      <div className={classes.what}>
        <strong>{getTitle(card, kind, t)}</strong>
        <span className={classes.when}>
          {formatTimeAgo(new Date(card.at).toISOString(), clock.now(), i18n.language)}
        </span>
        <CardMenu card={card} text={text} />
      </div>
      <p className={classes.quiet}>{getExplanation(card, name, t)}</p>
      <CardImages card={card} sides={sides} />
      {sides.text?.theirs && sides.text.theirs !== sides.text.mine ? (
        <div className={classes.text}>
          <TextDifference before={sides.text.theirs} after={sides.text.mine} />
        </div>
      ) : (
        text !== '' && text !== sides.text?.theirs && <div className={classes.text}>{text}</div>
      )}
      {failure && <FailureNote text={t(`board.refused.${failure.refused}`)} />}
      <CardActions card={card} onFailed={setFailure} />
    </li>
  )
}

function CardImages({ card, sides }: { card: UndecidedCard; sides: CardSides }) {
  const { t } = useTranslation('board')
  const isNew = card.type === 'rejected' && sides.theirs.length === 0
  if (isNew || card.type === 'kept')
    return <Side caption={null} entries={isNew ? sides.mine : sides.theirs} />
  return (
    <Sides
      before={{
        caption: t('away.side.board'),
        entries: sides.theirs,
        missing: t('away.side.deleted'),
      }}
      after={{
        caption: t('away.side.mine'),
        entries: sides.mine,
        missing: t(card.type === 'delete' ? 'away.side.deletedByMe' : 'away.side.notKnown'),
      }}
      moved={t('away.side.boardToMine')}
    />
  )
}

interface CardActionsProps {
  card: UndecidedCard
  onFailed(refusal: Refusal | null): void
}

function CardActions({ card, onFailed }: CardActionsProps) {
  const { t } = useTranslation('board')
  const { replica } = useBoard()
  const decide = useDecide()
  const [busy, setBusy] = useState(false)
  const applyMine = async () => {
    setBusy(true)
    onFailed(await decide.mine([card]))
    setBusy(false)
  }
  const mine = t(`away.act.mine.${card.type}`)
  const theirs = t(`away.act.theirs.${card.type}`)
  return (
    <div className={classes.acts}>
      <Button size="compact-sm" variant="light" loading={busy} onClick={() => void applyMine()}>
        {mine}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => onFailed(decide.theirs([card]))}>
        {theirs}
      </Button>
      {card.type === 'rejected' && canSuggest(card, replica) && (
        <Button size="compact-sm" variant="default" onClick={() => onFailed(decide.suggest([card]))}>
          {t('suggestions.instead')}
        </Button>
      )}
      {canKeepBoth(card, replica) && (
        <Button size="compact-sm" variant="default" onClick={() => onFailed(decide.both([card]))}>
          {t('away.act.both')}
        </Button>
      )}
    </div>
  )
}

/** Actions other than deciding. */
function CardMenu({ card, text }: { card: UndecidedCard; text: string }) {
  const { t } = useTranslation('board')
  return (
    <LazyOverlay type="menu" code={cardItems} render={(CardItems) => <CardItems card={card} text={text} />}>
      <ActionIcon variant="subtle" color="gray" aria-label={t('away.act.more')}>
        <IconDots size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
    </LazyOverlay>
  )
}

function getTitle(card: UndecidedCard, kind: string | undefined, t: TFunction<'board'>): string {
  const count = card.recordIds.length
  if (count > 1) return t('away.elements', { count })
  // A page that never loaded the record knows only that something in it changed.
  return kind === undefined ? t('away.change') : t(`shapes.${kind}`, { defaultValue: t('away.change') })
}

function getExplanation(card: UndecidedCard, name: string, t: TFunction<'board'>): string {
  if (card.type === 'rejected') return t([`away.reason.${card.reason}`, `board.refused.${card.reason}`])
  return t(`away.happened.${card.type}`, { name, count: card.recordIds.length })
}

function getReadableText(card: UndecidedCard, { text }: CardSides): string {
  return text?.mine || getEnteredText(card)
}
