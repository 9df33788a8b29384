import { Component, type ReactNode } from 'react';

/** Keeps a fault of what it holds from the rest of the page: `fallback` stands in its place, or nothing. */
export class Boundary extends Component<{ children: ReactNode; fallback?: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    const { children, fallback = null } = this.props;
    return this.state.hasFailed ? fallback : children;
  }
}
