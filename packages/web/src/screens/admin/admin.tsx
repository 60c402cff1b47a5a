import { useTranslation } from 'react-i18next'
import { AppFrame } from '../../features/account/index.ts'
import { Administration } from '../../features/administration/index.ts'
import { useTitle } from '../../platform/dom/use-title.ts'

/** Administration. The route has no guard: the page has its own sign-in, and the server authorizes every call. */
export function Admin() {
  const { t } = useTranslation('admin')
  useTitle(t('title'))
  return (
    <AppFrame>
      <Administration />
    </AppFrame>
  )
}
