interface PageRoute {
  readonly name?: string;
  readonly params?: Readonly<Record<string, string>>;
}

/** As the server named it. */
export const pageRoute = (): PageRoute => JSON.parse(document.documentElement.dataset['route'] ?? '{}');
