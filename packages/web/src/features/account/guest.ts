import { api } from '../../platform/network/api.ts'
import { isDesktop } from '../../platform/dom/desktop.ts'
import { getLanguage } from '../../platform/i18n.ts'
import { randomId } from '../../platform/random.ts'
import { session } from '../../state/index.ts'

/** The region of the browser's language tag, if it has one. */
function getCountry(): string | undefined {
  return new Intl.Locale(navigator.language || getLanguage()).region
}

/** Signs in as the guest saved in this browser, or as a new one. Returns the URL to go to next. */
export async function signInAsGuest(name: string): Promise<string> {
  const saved = session.savedGuest()
  const answer = await api.auth.guestLogin({
    query: {
      uid: saved?.uid ?? randomId(),
      country: getCountry(),
      from_product: isDesktop() ? 'desktop' : 'web',
    },
    body: { name, secret: saved?.secret },
  })
  if (saved?.uid === answer.user.uid) session.restoreGuestSpaces()
  return session.signedIn(answer, { secret: answer.secret ?? saved?.secret })
}
