import { useTranslation } from 'react-i18next'
import { AppFrame } from '../../features/account/index.ts'
import { Administration } from '../../features/administration/index.ts'
import { useTitle } from '../../platform/dom/use-title.ts'
import { withQueries } from '../../state/with-queries.tsx'

/** Administration. The route has no guard: the page has its own sign-in, and the server authorizes every call. */
export const Admin = withQueries(AdminScreen)

function AdminScreen() {
  const { t } = useTranslation('admin')
  useTitle(t('title'))
  return (
    <AppFrame>
      <Administration />
    </AppFrame>
  )
}
