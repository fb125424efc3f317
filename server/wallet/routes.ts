import type { RouteTools } from '#server/app.ts';

export function walletRoutes(_tools: RouteTools): void {}
