// @ts-check
// Loaded before the product: its parent may set the clock that all of it reads.

const Real = Date;
/** ms that this process's clock is ahead; what started it may have moved the clock before. */
let ahead = Number(process.env.CLOCK_AHEAD ?? 0);
const now = () => Real.now() + ahead;

globalThis.Date = new Proxy(Real, {
  construct: (target, given, made) => Reflect.construct(target, given.length > 0 ? given : [now()], made),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
Real.prototype.constructor = globalThis.Date;

process.on('message', (/** @type {{ ahead: number }} */ message) => {
  ahead = message.ahead;
  process.send?.('set');
});
// The line to the parent keeps nothing alive.
process.channel?.unref();
