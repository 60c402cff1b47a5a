import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { browserLocation } from './dom/url.ts'
import { loadTexts, MissingTextsError } from './i18n.ts'
import { ChunkError, loadChunk } from './chunks/chunk-retry.ts'
import { toasts } from './toast.ts'

interface Fallback {
  readonly fallback?: ReactNode
}

/**
 * A component whose code and translations load when it is first rendered; until then it renders `fallback`, or nothing.
 * If they do not load, it says so and the page around it goes on.
 *
 * @param name for the error message of a chunk that fails to load
 * @param namespaces of its translations
 */
export function lazyPart<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  ...namespaces: string[]
): ComponentType<Props & Fallback> {
  const Part = lazy(async () => {
    const [part] = await Promise.all([loadChunk(name, load), loadTexts(...namespaces)])
    return { default: part }
  })
  return function LazyPart(props) {
    const { t } = useTranslation()
    const sayMissing = () =>
      toasts.refuse(t('failures.chunk'), {
        label: t('act.reload'),
        run: () => browserLocation.navigate(location.href),
      })
    return (
      <PartBoundary onMissing={sayMissing}>
        <Suspense fallback={props.fallback}>
          <Part {...props} />
        </Suspense>
      </PartBoundary>
    )
  }
}

interface PartBoundaryProps {
  readonly onMissing: () => void
  readonly children: ReactNode
}

/** Leaves out what could not be loaded; other errors concern the whole page. */
class PartBoundary extends Component<PartBoundaryProps, { readonly error: Error | null }> {
  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override readonly state: { readonly error: Error | null } = { error: null }

  override componentDidCatch(error: Error): void {
    if (isLoadError(error)) this.props.onMissing()
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    if (isLoadError(error)) return null
    throw error
  }
}

export const isLoadError = (error: unknown): boolean =>
  error instanceof ChunkError || error instanceof MissingTextsError
