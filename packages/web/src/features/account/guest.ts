import { api } from '../../platform/network/api.ts'
import { isDesktop } from '../../platform/dom/desktop.ts'
import { getLanguage } from '../../platform/i18n.ts'
import { randomId } from '../../platform/random.ts'
import { session } from '../../state/index.ts'

/** The region of a language tag; undefined without one, and for locales such as `C`, which are no language tags. */
export function getRegion(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).region
  } catch {
    return undefined
  }
}

/** Signs in as the guest saved in this browser, or as a new one. Returns the URL to go to next. */
export async function signInAsGuest(name: string): Promise<string> {
  const saved = session.savedGuest()
  const answer = await api.auth.guestLogin({
    query: {
      uid: saved?.uid ?? randomId(),
      country: getRegion(navigator.language || getLanguage()),
      from_product: isDesktop() ? 'desktop' : 'web',
    },
    body: { name, secret: saved?.secret },
  })
  if (saved?.uid === answer.user.uid) session.restoreGuestSpaces()
  return session.signedIn(answer, { secret: answer.secret ?? saved?.secret })
}

/** Creates a guest's first board. Returns its URL; null if that failed, which the dashboard can repeat. */
export async function createFirstBoard(name: string): Promise<string | null> {
  try {
    const { wid } = await api.space.create({ body: { name } }, { quiet: true, idempotencyKey: randomId() })
    return `/whiteboard?w=${encodeURIComponent(wid)}`
  } catch {
    return null
  }
}
