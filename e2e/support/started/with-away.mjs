// Loaded before the product (`--import`): the embedded database does not answer while the file AWAY_FILE exists.
import { existsSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';

const file = process.env.AWAY_FILE ?? '';
for (let shape = PGlite.prototype; shape && shape !== Object.prototype; shape = Object.getPrototypeOf(shape))
  for (const name of ['query', 'exec', 'transaction', 'execProtocolStream'])
    if (Object.hasOwn(shape, name)) {
      const own = shape[name];
      shape[name] = async function (...args) {
        if (existsSync(file))
          throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
        return own.apply(this, args);
      };
    }
