import { chooseLanguage } from '../../platform/i18n.ts'
import { api } from '../../platform/network/api.ts'
import { session } from '../../state/index.ts'

/** Sets the language of this browser and, for emails, of the account. */
export async function changeLanguage(id: string): Promise<void> {
  await chooseLanguage(id)
  if (!session.isLogin.peek()) return
  // If this fails, only emails stay in the old language; that is not worth an error message.
  await api.user.setProfile({ body: { lang: id } }, { quiet: true }).catch(() => undefined)
}
