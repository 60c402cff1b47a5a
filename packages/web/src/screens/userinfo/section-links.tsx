import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '../../platform/navigation/link.tsx'
import classes from './section-links.module.css'

interface SectionLink {
  readonly id: string
  readonly title: string
}

/** Links to the sections inside `page`, in their order; follows sections that appear once their data has loaded. */
export function SectionLinks({ page }: { page: HTMLElement | null }) {
  const { t } = useTranslation('userinfo')
  const [links, setLinks] = useState<readonly SectionLink[]>([])
  useEffect(() => {
    if (!page) return undefined
    const update = () => setLinks((before) => keepEqual(before, listSections(page)))
    const observer = new MutationObserver(update)
    observer.observe(page, { childList: true, subtree: true, characterData: true })
    update()
    return () => observer.disconnect()
  }, [page])

  return (
    <nav className={classes.nav} aria-label={t('sections')}>
      {links.map(({ id, title }) => (
        <Link
          key={id}
          to={`#${id}`}
          replace
          className={classes.link}
          // The URL does not change when the same link is used again.
          onClick={() => document.getElementById(id)?.scrollIntoView()}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}

function listSections(page: HTMLElement): readonly SectionLink[] {
  return [...page.querySelectorAll('section[id]')].flatMap((section) => {
    const title = section.querySelector('h2')?.textContent
    return title ? [{ id: section.id, title }] : []
  })
}

/** The same array while nothing has changed, so that no other change on the page renders the links again. */
function keepEqual(before: readonly SectionLink[], after: readonly SectionLink[]): readonly SectionLink[] {
  const isEqual =
    before.length === after.length &&
    before.every(({ id, title }, index) => after[index]?.id === id && after[index].title === title)
  return isEqual ? before : after
}
