import { Button, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { AppFrame } from '../../features/account/index.ts'
import { useCreateSpace, useSpaces } from '../../features/spaces/index.ts'
import { failureHere } from '../../platform/failure.ts'
import { useTitle } from '../../platform/use-title.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import classes from './dashboard.module.css'
import { FilterBar } from './filter-bar.tsx'
import { PlanEnded } from './plan-ended.tsx'
import { SpaceList } from './space-list.tsx'
import { useFilters } from './use-filters.ts'

const searchDelayMs = 200

/** All my boards. */
export function Dashboard() {
  const { t } = useTranslation('dashboard')
  useTitle(t('title'))
  const navigate = useNavigate()
  const { filters, change } = useFilters()
  const [key, setKey] = useState('')
  const [searched] = useDebouncedValue(key.trim(), searchDelayMs)
  const spaces = useSpaces({ filter: filters.filter, sort: filters.sort, key: searched })
  const create = useCreateSpace()

  // The second click of a double one comes before the button shows that it is busy.
  const making = useRef(false)
  const newBoard = () => {
    if (making.current) return
    making.current = true
    create.mutate(t('untitled'), {
      onSuccess: ({ wid }) => navigate(`/whiteboard?w=${encodeURIComponent(wid)}`),
      onSettled: () => (making.current = false),
    })
  }

  return (
    <AppFrame>
      <div className={classes.page}>
        <div className={classes.heading}>
          <Title order={1}>{t('title')}</Title>
          <Button
            leftSection={<IconPlus size={18} stroke={1.5} />}
            loading={create.isPending}
            onClick={newBoard}
          >
            {t('newBoard')}
          </Button>
        </div>
        <PlanEnded />
        <FailureNote text={create.error && failureHere(create.error)} />
        <FilterBar filters={filters} onChange={change} search={key} onSearch={setKey} />
        <SpaceList
          spaces={spaces}
          filter={filters.filter}
          view={filters.view}
          searched={searched}
          onNewBoard={newBoard}
          onClearSearch={() => setKey('')}
        />
      </div>
    </AppFrame>
  )
}
