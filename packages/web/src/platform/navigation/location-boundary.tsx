import { Component, type ReactNode } from 'react'
import type { VisitedLocation } from './visited-location.ts'

interface LocationBoundaryProps {
  readonly location: VisitedLocation
  /** Shown instead of the children when they throw, until the location changes. */
  readonly fallback: (error: unknown) => ReactNode
  readonly children: ReactNode
}

interface LocationBoundaryState {
  readonly location: VisitedLocation
  readonly failure: { readonly error: unknown } | null
}

/** Shows an error of what a location shows; another location is tried again. */
export class LocationBoundary extends Component<LocationBoundaryProps, LocationBoundaryState> {
  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  static getDerivedStateFromProps(
    { location }: LocationBoundaryProps,
    state: LocationBoundaryState,
  ): LocationBoundaryState | null {
    return location === state.location ? null : { location, failure: null }
  }

  override readonly state: LocationBoundaryState = { location: this.props.location, failure: null }

  override render(): ReactNode {
    const { failure } = this.state
    return failure ? this.props.fallback(failure.error) : this.props.children
  }
}
