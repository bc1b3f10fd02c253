import { Component, type ReactNode } from "react";

interface GuardProps {
  children: ReactNode;
  /** Told when what stands inside could not be drawn; nothing of it is shown any more. */
  onFailure(error: unknown): void;
}

/** Keeps the page standing when a part of it cannot be drawn. The error is reported like any other that nothing caught. */
export class Guard extends Component<GuardProps> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error);
    this.props.onFailure(error);
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
