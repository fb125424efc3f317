import { describe, expect, it } from 'vitest';
import { createParty } from '../testing/certificates.ts';
import { type ListOptions, listOf, pemOf, signList } from '../testing/lists.ts';
import { type KeptList, type ListKeeper, MAX_LIST, trustList } from './list.ts';

const DAY_MS = 24 * 60 * 60_000;
const start = Date.parse('2026-11-01T00:00:00Z');
const root = await createParty({ name: 'Issuer', ca: {} });
const signer = await createParty({ name: 'List signer' });
const listed = (options: Partial<ListOptions> = {}) => listOf({ issuers: [root], ...options });
const good = signList(listed({ sequence: 5 }), signer);

/** A list whose address answers with `answer`, and a clock. */
function open(signers = [signer], keeper?: ListKeeper) {
  const world = { answer: good as string | Response | Error, now: start, asked: [] as unknown[] };
  const list = trustList({
    url: 'https://list.example/av-tl.xml',
    signers: signers.map(pemOf),
    now: () => world.now,
    ...(keeper && { keeper }),
    fetch: async (url, options) => {
      world.asked.push([url, options?.redirect]);
      if (world.answer instanceof Error) throw world.answer;
      return typeof world.answer === 'string' ? new Response(world.answer) : world.answer;
    },
  });
  const fault = async (answer: string | Response | Error) => {
    world.answer = answer;
    return (await list.refresh()).fault?.kind;
  };
  return { world, list, fault };
}

describe('trustList', () => {
  it('reads the issuers of a signed list from its address and follows no redirect', async () => {
    const { world, list } = open();
    expect(list.anchors()).toBe('trust-list-missing');
    expect(await list.refresh()).toEqual({ fetched: start, sequence: 5, issuers: 1 });
    expect(world.asked).toEqual([['https://list.example/av-tl.xml', 'error']]);
    expect(list.anchors()).toEqual([list.certificate(root.certificate)]);
  });

  it('uses the last good list for seven days, and a new one again', async () => {
    const { world, list, fault } = open();
    await list.refresh();
    world.now = start + 7 * DAY_MS;
    expect(await fault(new Error('no route'))).toBe('unreachable');
    expect(list.anchors()).toHaveLength(1);
    world.now += 1;
    expect(list.anchors()).toBe('trust-list-too-old');
    expect(await fault(good)).toBeUndefined();
    expect(list.anchors()).toHaveLength(1);
  });

  it('drops an issuer that a newer list leaves out, and never goes back to an older list', async () => {
    const other = await createParty({ name: 'Other issuer', ca: {} });
    const { list, fault } = open();
    await list.refresh();
    expect(await fault(signList(listed({ issuers: [other], sequence: 6 }), signer))).toBeUndefined();
    expect(list.anchors()).toEqual([list.certificate(other.certificate)]);
    expect(await fault(good)).toBe('older');
    expect(list.anchors()).toEqual([list.certificate(other.certificate)]);
  });

  const kinds: readonly [string, string, string | (() => string | Response)][] = [
    ['an error page', 'unreachable', () => new Response('away', { status: 503 })],
    ['more than the limit', 'too-large', () => new Response(' '.repeat(MAX_LIST + 1))],
    ['an empty page', 'signature', ''],
    ['another document', 'signature', '<html/>'],
    ['a list without a signature', 'signature', listed()],
    ['a document type', 'signature', `<!DOCTYPE a [<!ENTITY b "c">]>${good}`],
    ['a changed list', 'signature', good.replace('>5<', '>6<')],
    ['a second signature', 'signature', good.replace(/(<ds:Signature [\s\S]*<\/ds:Signature>)/, '$1$1')],
    [
      'an unsigned list around the signed one',
      'signature',
      listed().replace('</TrustServiceStatusList>', `${good}</TrustServiceStatusList>`),
    ],
    [
      'a signature moved below another element',
      'signature',
      good.replace(
        /(<ds:Signature [\s\S]*<\/ds:Signature>)(<\/TrustServiceStatusList>)/,
        '<Extra>$1</Extra>$2',
      ),
    ],
    ['SHA-1', 'signature', () => signList(listed(), signer, { algorithm: 'ecdsa-sha1' })],
    [
      'a filter that leaves the issuers out',
      'signature',
      () => signList(listed(), signer, { filter: '/descendant::TSPService' }),
    ],
    [
      'another kind of list',
      'content',
      () =>
        signList(listed({ listType: 'http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUgeneric' }), signer),
    ],
    ['no issuer', 'content', () => signList(listed({ issuers: [] }), signer)],
    [
      'only another service',
      'content',
      () =>
        signList(
          listed({ issuers: [{ ...root, type: 'http://uri.etsi.org/TrstSvc/Svctype/CA/QC' }] }),
          signer,
        ),
    ],
    [
      'only a future service',
      'content',
      () => signList(listed({ issuers: [{ ...root, since: '2027-01-01T00:00:00Z' }] }), signer),
    ],
    [
      'only an unreadable certificate',
      'content',
      () => signList(listed({ issuers: [{ certificate: Uint8Array.of(1) }] }), signer),
    ],
    ['no next update', 'content', () => signList(listed({ nextUpdate: '' }), signer)],
    ['an overdue list', 'outdated', () => signList(listed({ nextUpdate: '2026-10-31T00:00:00Z' }), signer)],
  ];
  it.each(kinds)('keeps the good list after %s: %s', async (_, kind, answer) => {
    const { list, fault } = open();
    await list.refresh();
    expect(await fault(typeof answer === 'string' ? answer : answer())).toBe(kind);
    expect(list.anchors()).toHaveLength(1);
  });

  it('refuses a signer that is unknown, or whose certificate expired, or is not the one in the signature', async () => {
    const stranger = await createParty({ name: 'Stranger' });
    expect(await open().fault(signList(listed(), stranger))).toBe('signature');
    const old = await createParty({ name: 'Old', notAfter: new Date('2026-10-31T00:00:00Z') });
    expect(await open([old]).fault(signList(listed(), old))).toBe('signature');
    expect(await open().fault(signList(listed(), signer, { named: stranger.certificate }))).toBe('signature');
    expect(await open([stranger, signer]).fault(good)).toBeUndefined();
  });

  it('reads a list whose signature is left out by a filter, as the tools of the EU do', async () => {
    const { fault } = open();
    expect(await fault(signList(listed(), signer, { filter: '/descendant::ds:Signature' }))).toBeUndefined();
  });

  it('leaves out deprecated issuers only', async () => {
    const other = await createParty({ name: 'Other issuer', ca: {} });
    const { list, fault } = open();
    const status = 'http://ec.europa.eu/tools/lotl/av/TrstSvc/TrustedList/Svcstatus/deprecated';
    await fault(signList(listed({ issuers: [{ ...root, status }, other] }), signer));
    expect(list.anchors()).toEqual([list.certificate(other.certificate)]);
  });

  it('keeps the list over a restart, with its age, and checks it again', async () => {
    let kept: KeptList | undefined;
    const keeper: ListKeeper = {
      read: async () => kept,
      write: async (list) => {
        kept = list;
      },
    };
    await open([signer], keeper).list.refresh();
    const away = async (change: (list: KeptList) => KeptList) => {
      const read = { read: async () => kept && change(kept), write: keeper.write };
      const { world, list, fault } = open([signer], read);
      world.now = start + 3 * DAY_MS;
      expect(await fault(new Error('no route'))).toBe('unreachable');
      return list.anchors();
    };
    expect(await away((list) => list)).toHaveLength(1);
    expect(await away((list) => ({ ...list, fetched: start - 5 * DAY_MS }))).toBe('trust-list-too-old');
    expect(await away(({ xml, fetched }) => ({ xml: xml.replace('>5<', '>6<'), fetched }))).toBe(
      'trust-list-missing',
    );
  });

  it('uses a list that cannot be kept, and says so', async () => {
    const failing = { read: async () => undefined, write: () => Promise.reject(new Error('disk full')) };
    const { list } = open([signer], failing);
    expect((await list.refresh()).fault).toEqual({ kind: 'not-kept', detail: 'disk full' });
    expect(list.anchors()).toHaveLength(1);
  });

  it('accepts only a secure address and at least one signer', () => {
    const signers = [pemOf(signer)];
    expect(() => trustList({ url: 'http://list.example/', signers })).toThrow('https:');
    expect(() => trustList({ url: 'file:///etc/list', signers })).toThrow('https:');
    expect(() => trustList({ url: 'https://list.example/', signers: [] })).toThrow('signer');
    expect(trustList({ url: 'http://127.0.0.1:1/', signers }).state()).toEqual({ issuers: 0 });
  });
});
