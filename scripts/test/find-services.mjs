// @ts-check
import {
  findBrowser,
  findFfmpeg,
  findFirefox,
  findGstreamer,
  findJanus,
  findPostgres,
  findRedis,
  findTurnServer,
  findWebkit,
  hasJava,
} from '../lib/services.mjs';

/** @typedef {import('./steps.mjs').Service} Service */
/** @typedef {import('../lib/services.mjs').Found} Found */

/** @type {Record<Service, { variable: string, find: () => Found | undefined | Promise<Found | undefined>, without: string }>} */
const known = {
  Chromium: {
    variable: 'CHROMIUM_PATH',
    find: findBrowser,
    without: 'component tests and the journeys in the browser',
  },
  Firefox: { variable: 'FIREFOX_PATH', find: findFirefox, without: 'the journeys in Firefox' },
  WebKit: { variable: 'WEBKIT_DRIVER_PATH', find: findWebkit, without: 'the journey in WebKit' },
  coturn: {
    variable: 'TURNSERVER_PATH',
    find: findTurnServer,
    without: 'the journeys through a TURN server',
  },
  Janus: { variable: 'JANUS_PATH', find: findJanus, without: 'the tests and journeys with Janus' },
  GStreamer: {
    variable: 'GSTREAMER_PATH',
    find: findGstreamer,
    without: 'the tests and journeys with GStreamer',
  },
  FFmpeg: { variable: 'NODE_AV_PATH', find: findFfmpeg, without: 'the tests and the journey with FFmpeg' },
  PostgreSQL: { variable: 'TEST_DATABASE_URL', find: findPostgres, without: 'PostgreSQL tests' },
  Redis: { variable: 'TEST_REDIS_URL', find: findRedis, without: 'Redis tests' },
};

/**
 * Finds, installs or starts a suite's programs, and prints the result.
 * @param {readonly Service[]} needs
 * @returns {Promise<{ missing: Service[], env: Record<string, string> }>} `env`: variables for the tests
 */
export async function findServices(needs) {
  /** @type {Service[]} */
  const missing = [];
  /** @type {Record<string, string>} */
  const env = {};
  for (const name of needs) {
    const { variable, find, without } = known[name];
    const found = await find();
    console.log(found ? `${name}: ${found.url} (${found.how})` : `${name}: not found, left out: ${without}`);
    if (found) env[variable] = found.url;
    else missing.push(name);
  }
  // Optional: html-validate runs without Java.
  if (needs.includes('Chromium') && !hasJava()) console.log('Java: not found, left out: the Nu validator');
  return { missing, env };
}
