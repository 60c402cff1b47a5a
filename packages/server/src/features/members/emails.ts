import type { GivenRole } from '@tavla/contract'
import { getTexts } from '@tavla/locales/texts'
import { type Email, type Part, writeEmail, oneLine } from '../../ports/mail/email.ts'

export interface InviteEmail {
  readonly space: string
  readonly inviter: string
  readonly role: GivenRole
  /** The board's cover or preview, JPEG; null: it has none. */
  readonly cover: Uint8Array | null
  /** The link leads to the voice room. */
  readonly voice: boolean
  readonly link: string
}

/** Email to an address that a member invited. */
export function createInviteEmail(
  lang: string,
  { space, inviter, role, cover, voice, link }: InviteEmail,
): Email {
  const { language, t } = getTexts(lang)
  const names = { who: oneLine(inviter), board: oneLine(space) }
  const picture: Part[] = cover === null ? [] : [{ image: { id: 'board', bytes: cover } }]
  return writeEmail(language, {
    subject: t('emails:invite.subject', names),
    parts: [
      { heading: names.board },
      ...picture,
      t(voice ? 'emails:invite.voiceText' : 'emails:invite.text', names),
      t('emails:invite.role', { asRole: t(`emails:access.asRole.${role}`) }),
      t('emails:invite.intro'),
      { label: t(voice ? 'emails:invite.voiceButton' : 'emails:invite.button'), link },
      t('emails:invite.ignore'),
    ],
  })
}

export interface AccessEmail {
  readonly space: string
  readonly name: string
  readonly note: string
  readonly role: GivenRole
  /** No free seat: whether the reader can buy one. */
  readonly seat: 'buys' | 'waits' | null
  /** One-click answers, valid only for this reader. */
  readonly yes: string
  readonly no: string
}

/** Email about an access request, with one-click answers. */
export function createAccessEmail(
  lang: string,
  { space, name, note, role, seat, yes, no }: AccessEmail,
): Email {
  const { language, t } = getTexts(lang)
  const names = { who: oneLine(name), board: oneLine(space) }
  const message = oneLine(note)
  return writeEmail(language, {
    subject: t('emails:access.subject', names),
    parts: [
      t('emails:access.text', { ...names, asRole: t(`emails:access.asRole.${role}`) }),
      ...(message === '' ? [] : [t('emails:access.note', { note: message })]),
      ...(seat === null ? [] : [t(`emails:access.${seat}`)]),
      { label: t('emails:access.approve'), link: yes },
      t('emails:access.orDecline'),
      { label: t('emails:access.decline'), link: no },
      t('emails:access.hint'),
    ],
  })
}

export interface ClaimEmail {
  readonly space: string
  readonly link: string
  /** When the space is transferred, ms. */
  readonly due: number
}

/** Warns an inactive owner and the successor. */
export function createClaimEmail(lang: string, { space, link, due }: ClaimEmail): Email {
  const { language, t } = getTexts(lang)
  const board = oneLine(space)
  return writeEmail(language, {
    subject: t('emails:claim.subject', { board }),
    parts: [
      t('emails:claim.text', { board }),
      t('emails:claim.hint', { day: new Date(due).toISOString().slice(0, 10) }),
      { label: t('emails:claim.button'), link },
    ],
  })
}
