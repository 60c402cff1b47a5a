import { Button } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Column } from '../../ui/frame.tsx'
import { AppFrame } from './app-frame.tsx'

/** Says plainly that a page's subject comes later. */
export function ComingSoon({ title, text }: { title?: string; text?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <AppFrame>
      <Column>
        <EmptyState
          order={1}
          icon={<IconHourglass size={28} stroke={1.5} />}
          title={title ?? t('later.title')}
          text={text ?? t('later.text')}
        >
          <Button component={Link} to="/dashboard" variant="default">
            {t('act.toDashboard')}
          </Button>
        </EmptyState>
      </Column>
    </AppFrame>
  )
}
