import type { ComponentProps, MouseEvent } from 'react'
import { useShownNavigation } from './navigation-context.ts'
import { resolveUrl } from './resolve-url.ts'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** Begins with a slash, which is the base path, or with a question mark or `#`. */
  readonly to: string
  /** Replaces the history entry, as a link to what is shown always does. */
  readonly replace?: boolean
}

/** A link to another location of the page, which is not loaded again. */
export function Link({ to, replace, onClick, ...others }: LinkProps) {
  const { basePath, location, navigator } = useShownNavigation()
  const { pathname, search, hash } = location
  const url = resolveUrl(to, { basePath, pathname })
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event, others.target)) return
    event.preventDefault()
    if (replace ?? url === pathname + search + hash) navigator.replace(url, null)
    else navigator.push(url, null)
  }
  return <a {...others} href={url} onClick={follow} />
}

/** Other clicks open a tab or window, or a menu, which is the browser's work. */
function isPlainClick(
  { button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent,
  target: string | undefined,
): boolean {
  const isHere = target === undefined || target === '_self'
  return isHere && button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)
}
