import { shapes } from '@tavla/canvas'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../../platform/dom/clock.ts'
import { useBoard } from '../board-context.ts'
import { usePersonNames } from '../people/person-names.ts'
import { nameElement } from './describe-element.ts'
import { LiveText, useAnnouncement } from './live-text.tsx'
import { type Additions, RemoteAdditions } from './remote-additions.ts'

/** The live region for elements that other people have added since the board was complete. */
export function AdditionAnnouncer() {
  const { t } = useTranslation('board')
  const { board, replica } = useBoard()
  const [additions, setAdditions] = useState<Additions | null>(null)
  const getName = usePersonNames(additions?.people ?? [])
  const [announcement, announce] = useAnnouncement()

  const describe = ({ people, count, record }: Additions) => {
    const [only, more] = people
    if (only === undefined) return ''
    if (more !== undefined) return t('reading.addedByMany', { count, people: people.length })
    const name = getName(only)
    return record
      ? t('reading.addedOne', { name, what: nameElement(record, t) })
      : t('reading.addedMany', { name, count })
  }
  const announceAdditions = useEffectEvent((next: Additions) => announce(describe(next)))
  useEffect(() => {
    if (additions) announceAdditions(additions)
  }, [additions])

  useEffect(() => {
    const ownUid = replica.actor.peek().uid
    const waiting = new RemoteAdditions(clock, replica.seq, setAdditions)
    const isShape = (kind: string) => shapes.some((shape) => shape.kind === kind)
    const stop = board.document.observe(({ rest, whole }) => {
      if (whole) return
      for (const id of rest) {
        const record = board.document.get(id)
        if (!record) waiting.remove(id)
        else if (record.by !== ownUid && isShape(record.kind)) waiting.add(record)
      }
    })
    return () => {
      stop()
      waiting.dispose()
    }
  }, [board, replica])
  return <LiveText text={announcement} testId="additions" />
}
