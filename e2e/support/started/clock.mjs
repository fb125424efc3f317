// @ts-check
// Loaded before the product: replaces Date and the monotonic clock by one that the parent process sets. Both move, so the
// product sees time that passes instead of a jump of the host's clock.

const Real = Date;
/** ms by which this process's clock is ahead; the parent may have moved the clock before the start. */
let ahead = Number(process.env.CLOCK_AHEAD ?? 0);
const now = () => Real.now() + ahead;
const passed = performance.now.bind(performance);
performance.now = () => passed() + ahead;

globalThis.Date = new Proxy(Real, {
  construct: (target, args, made) => Reflect.construct(target, args.length > 0 ? args : [now()], made),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
Real.prototype.constructor = globalThis.Date;

process.on('message', (/** @type {{ ahead: number }} */ message) => {
  ahead = message.ahead;
  process.send?.('set');
});
// The channel to the parent must not keep the process alive.
process.channel?.unref();
