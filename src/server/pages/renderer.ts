import type { FastifyInstance } from "fastify";
import type { PageState, RenderedScreen } from "../../shared/page-state.ts";

/** The script that starts the page, and what the browser may fetch ahead for this screen. */
export interface PageScripts {
  entry: string;
  preload: string[];
}

/** How screens become HTML: from the build, or in development through Vite. */
export interface Renderer {
  render(state: PageState, nonce: string): Promise<RenderedScreen>;
  scripts(modules: readonly string[]): PageScripts;
  /** What stands in front of the entry script in development (hot reload); empty otherwise. */
  preamble: string;
  /** Development needs what the strict policy forbids: style elements and a socket of the bundler. */
  development: boolean;
  /** Every script of the build, for the service worker; none in development. */
  assets: readonly string[];
  /** Registers the routes that serve the scripts. */
  mount(app: FastifyInstance): Promise<void>;
}
