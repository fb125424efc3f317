/** What every link carries on, by the rule of each: who sent the visitor, and the non-nude wish. */
const rules: Readonly<Record<string, RegExp>> = {
  p: /^[A-Za-z0-9]+$/,
  pi: /^[A-Za-z0-9-]{1,64}$/,
  click_id: /^[^\s]{1,256}$/,
  offer_id: /^[^\s]{1,256}$/,
  splash6: /^[^\s]{1,16}$/,
};

/** The basic route values of an address; one that breaks its rule is left out. */
export function basicQuery(query: URLSearchParams): Record<string, string> {
  const found = Object.entries(rules).flatMap(([name, rule]) => {
    const value = query.get(name);
    return value !== null && rule.test(value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(found);
}
