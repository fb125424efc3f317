/** Specs that log somebody in. What one of them spends, keeps or changes no other one sees. */
const specs = ['favourites', 'grid', 'header', 'minutes', 'promo', 'search', 'tip', 'watch'] as const;

/** A spec's own two: one with credits to spend, one who has just signed up. */
export const accountsOf = (spec: (typeof specs)[number]) => ({
  rich: `rich@${spec}.example`,
  poor: `poor@${spec}.example`,
});

/** Those of every spec, as the template's data folder gets them. */
export const journeyMembers = specs.flatMap((spec) => {
  const { rich, poor } = accountsOf(spec);
  return [
    { email: rich, username: `rich-${spec}`, verified: true, credits: 5000 },
    { email: poor, username: poor, verified: false, credits: 0 },
  ];
});
