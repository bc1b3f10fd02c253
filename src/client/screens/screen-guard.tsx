import { Component, type ReactNode } from "react";

interface ScreenGuardProps {
  children: ReactNode;
  /** Told when what stands inside could not be drawn; nothing of it is shown any more. */
  onFailure(): void;
}

/** Keeps the page standing when a screen cannot be drawn. The error is reported like any other that nothing caught. */
export class ScreenGuard extends Component<ScreenGuardProps> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error);
    this.props.onFailure();
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
