const here = (): string => location.pathname + location.search;

/** URL of the list that is shown. */
let shown = here();

export const markShown = (): void => {
  shown = here();
};

export const isShown = (): boolean => shown === here();
