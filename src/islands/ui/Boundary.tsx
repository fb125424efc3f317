import { Component } from 'react';
import { reloadOnce } from '#lib/shell/failures/chunk-failure.ts';
import type { Elements } from './elements.ts';

interface BoundaryProps {
  /** What had led here closes again. */
  onFailed?: () => void;
  children: Elements;
}

/** Around a part that may fail to load or to render: it renders nothing then, and the rest stays. React logs the error. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    reloadOnce(error);
    this.props.onFailed?.();
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
