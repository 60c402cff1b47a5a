import { useTranslation } from 'react-i18next'
import { AppFrame } from '../../features/account/index.ts'
import { Administration } from '../../features/administration/index.ts'
import { useTitle } from '../../platform/dom/use-title.ts'

/** Administration. The route is open, so the page asks who it is, and the server is the guard of everything behind. */
export function Admin() {
  const { t } = useTranslation('admin')
  useTitle(t('title'))
  return (
    <AppFrame>
      <Administration />
    </AppFrame>
  )
}
