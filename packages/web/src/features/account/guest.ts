import { api } from '../../platform/network/api.ts'
import { isDesktop } from '../../platform/dom/desktop.ts'
import { language } from '../../platform/i18n.ts'
import { randomId } from '../../platform/random.ts'
import { session } from '../../state/index.ts'

/** The country of the browser's language tag, as far as it tells one. */
function country(): string | undefined {
  return new Intl.Locale(navigator.language || language()).region
}

/** Comes in as a guest: as the one saved here, else as a new one. Answers where to go next. */
export async function enterAsGuest(name: string): Promise<string> {
  const saved = session.savedGuest()
  const answer = await api.auth.guestLogin({
    query: {
      uid: saved?.uid ?? randomId(),
      country: country(),
      from_product: isDesktop() ? 'desktop' : 'web',
    },
    body: { name, secret: saved?.secret },
  })
  if (saved?.uid === answer.user.uid) session.restoreGuestSpaces()
  return session.signedIn(answer, { secret: answer.secret ?? saved?.secret })
}
