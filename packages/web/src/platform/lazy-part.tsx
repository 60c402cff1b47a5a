import { type ComponentType, lazy, Suspense } from 'react'
import { loadTexts } from './i18n.ts'
import { loadChunk } from './network/chunk-retry.ts'

/**
 * A component whose code and translations load when it is first rendered; until then it renders nothing.
 *
 * @param name for the error message of a chunk that fails to load
 * @param namespaces of its translations
 */
export function lazyPart<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  ...namespaces: string[]
): ComponentType<Props> {
  const Part = lazy(async () => {
    const [part] = await Promise.all([loadChunk(name, load), loadTexts(...namespaces)])
    return { default: part }
  })
  return function LazyPart(props: Props) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    )
  }
}
