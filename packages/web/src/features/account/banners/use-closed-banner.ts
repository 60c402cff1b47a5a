import { useState } from 'react'
import { storage } from '../../../platform/storage.ts'
import { keys } from '../../../platform/storage-keys.ts'

/** A dismissed banner stays dismissed in this tab, also after a reload. */
export function useClosedBanner(
  banner: 'guest' | 'contributor' | 'email',
): readonly [closed: boolean, close: () => void] {
  const [closed, setClosed] = useState(() => storage.read(keys.closedBanners)?.includes(banner) ?? false)
  const close = () => {
    storage.write(keys.closedBanners, [...(storage.read(keys.closedBanners) ?? []), banner])
    setClosed(true)
  }
  return [closed, close]
}
