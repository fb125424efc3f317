import { createPrivateKey, type JsonWebKey, randomBytes, sign } from 'node:crypto';
import { DeviceRequest, DeviceResponse, Document, MDoc, type MdocContext } from '@animo-id/mdoc';
import { describe, expect, it } from 'vitest';
import { checkAttestation } from './checks/attestation.ts';
import { readElement } from './checks/document.ts';
import { memoryStore, verifyResponse } from './index.ts';
import { cborDecode, cborEncode, DataItem } from './lib/libraries.ts';
import { sha256 } from './lib/transcripts.ts';
import { DOCUMENT_TYPE, ELEMENT, NAMESPACE, storedRequest } from './request.ts';
import { fields } from './testing/attestation.ts';
import { createKeys, createParty, keyOf } from './testing/certificates.ts';
import { encryptedOf, formOf } from './testing/responses.ts';
import { fixedTrust } from './trust/anchors.ts';
import { CLOCK, ORIGIN, openDigital, openRequest, SESSION, transcriptOf } from './vectors/world.ts';

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const embed = (value: unknown) => DataItem.fromBuffer(Uint8Array.from(cborEncode(value)));

/** The two attestations that Annex A.10 of the profile prints, by issuers of the EU's reference implementation. */
const printed = [
  {
    name: 'the attestation',
    at: '2025-07-01T00:00:00Z',
    certificate:
      '308202BD30820263A00302010202144E4B041C8C22BA2C7AE96A64CD2475B27162FB2A300A06082A8648CE3D04030230693126302406035504030C1D41676520566572696669636174696F6E2049737375657220434120303131323030060355040A0C2941676520566572696669636174696F6E205265666572656E636520496D706C656D656E746174696F6E310B3009060355040613024156301E170D3235303430383233343034365A170D3236303730323233343034355A30653122302006035504030C1941676520566572696669636174696F6E204453202D2030303131323030060355040A0C2941676520566572696669636174696F6E205265666572656E636520496D706C656D656E746174696F6E310B30090603550406130241563059301306072A8648CE3D020106082A8648CE3D03010703420004BAE260A91CF520652293DB654C0F19F5CC7FAE9388F73D025B3252D035B6BCB96C799414FB510EF79C609284B379D1B85EB812240CCBC525318DB72016EBDB00A381EC3081E9301F0603551D23041830168014B13258C9ED461B5B1DCE3855E09F6FE89C90B0BA30160603551D250101FF040C300A06082B8102020000010230440603551D1F043D303B3039A037A035863368747470733A2F2F6973737565722E616765766572696669636174696F6E2E6465762F706B692F41565F43415F30312E63726C301D0603551D0E0416041420DEDF57FB318B998A762E464494B021CE76D310300E0603551D0F0101FF04040302078030390603551D12043230300603551D1204293027822568747470733A2F2F636F6D6D697373696F6E2E6575726F70612E65752F696E6465785F656E300A06082A8648CE3D040302034800304502200860F6AAEAA39FE479EC697E1EADBB0B473CB0E75C7B9E489EDD20BB5DD1AFBF022100A90A05B2FA2EAAB6A523FC6BE44F92EE7C21725A741D13629021FAD6AD14D3AC',
    status: undefined,
    validity: ['2025-06-20T08:45:29Z', '2025-09-18T00:00:00Z'],
    digest: '2263E4515E0F1ABAD07FB1185A623944B5BD667A3CF189381E4C197133AEF99B',
    deviceKey: [
      'A0521B8EC99F9B9F52E716FC17CB93762935B9BFA6EE87F27F24682D5DA987F4',
      'BBA07F498D0F421E9753C94CA5A6B3B224EBE68BCE4DE8581040E8A63214E1B7',
    ],
    signature:
      'DEE5E0AB7E5A7F29CCEFE7E07C74B2389FE3B0078A35716D8313B60602476E3E4CEA73F844351F90FEBFFF7FAA3EA1A8D68AFB2676E507F6D0AFBFD5A94D6E8B',
    random: '11D5B8F7AB303D50960E488B0C20B645876697812A67A1A007609FA95B9BCC17',
  },
  {
    name: 'the attestation in a response',
    at: '2025-12-01T00:00:00Z',
    certificate:
      '308202BD30820263A00302010202147076C1D015EABC3FD67B3FD7AA78A6CFE3CD2F85300A06082A8648CE3D04030230693126302406035504030C1D41676520566572696669636174696F6E2049737375657220434120303131323030060355040A0C2941676520566572696669636174696F6E205265666572656E636520496D706C656D656E746174696F6E310B3009060355040613024555301E170D3235303730313130353731315A170D3236303932343130353731305A30653122302006035504030C1941676520566572696669636174696F6E204453202D2030303131323030060355040A0C2941676520566572696669636174696F6E205265666572656E636520496D706C656D656E746174696F6E310B30090603550406130245553059301306072A8648CE3D020106082A8648CE3D030107034200046789E96E797E2E04F7F3CBB54A12410412410DB000FB6D63DC977D8B5D35A4F93B71F297D9D308BA2E955E8563AFA0604833AAE10ECB1AAEFBE4159B5B8B9057A381EC3081E9301F0603551D23041830168014CB7095804C991EDC6D0B7CFEEBE041CA22542ED830160603551D250101FF040C300A06082B8102020000010230440603551D1F043D303B3039A037A035863368747470733A2F2F6973737565722E616765766572696669636174696F6E2E6465762F706B692F45555F43415F30312E63726C301D0603551D0E04160414FF1BBA97B2CA7EF5AEA3301486F1FBC98B4598FA300E0603551D0F0101FF04040302078030390603551D12043230300603551D1204293027822568747470733A2F2F636F6D6D697373696F6E2E6575726F70612E65752F696E6465785F656E300A06082A8648CE3D040302034800304502204AAF5B867E6F1202E0F4924DE8B689319471F9CE6B3B9CB7355FA68A014E2637022100DDB326B3C089DF558F5732EAAA5E87C0D5D5140624602F3598AFDABF180DB66A',
    status: [450, '3f560b19-f432-4f8d-bda8-a29c2bfacf52'],
    validity: ['2025-10-20T16:02:52Z', '2026-01-18T00:00:00Z'],
    digest: 'C22B017A42FCAFB134154F2D1322E376782C64E74543B698ADDC0ADC3E0F75D7',
    deviceKey: [
      '799175CC6CE08CDD34BFE6D3F909D5C8E5E30DD251B59B57B33D7448E9E61838',
      '53FE63B0B795E3CA0723FA1DF04B229B73D5859C63E73AFBCE9EB957BD0A3F36',
    ],
    signature:
      '5931DA1B0ADD466A78708873FEE0E6504BE7FE79609A88874E9F17A693CB5F123A5DA9D33438B3C6527369DA6D071A3F23D357811A9A75DBA5A0B932A29E72B3',
    random: '10A62906DC911999D321A80129332814837B29377910C9366BB4619E1F17034B',
  },
] as const;

type Printed = (typeof printed)[number];

function statusOf([index, id]: readonly [number, string]) {
  const address = (kind: string) => `https://issuer.eudiw.dev/${kind}/AV/${DOCUMENT_TYPE}/${id}`;
  const list = fields({ idx: index, uri: address('token_status_list') });
  return fields({
    status_list: list,
    identifier_list: fields({ id: String(index), uri: address('identifier_list') }),
  });
}

/** The bytes of the printed attestation, whose maps are in the order of the print. */
function encode(one: Printed, elementValue: boolean) {
  const [signed, until] = one.validity.map((time) => new Date(time));
  const [x = '', y = ''] = one.deviceKey;
  const object = fields({
    ...(one.status && { status: statusOf(one.status) }),
    docType: DOCUMENT_TYPE,
    version: '1.0',
    validityInfo: fields({ signed, validFrom: signed, validUntil: until }),
    valueDigests: new Map([[NAMESPACE, new Map([[0, bytesOf(one.digest)]])]]),
    deviceKeyInfo: fields({
      deviceKey: new Map<number, unknown>([
        [1, 2],
        [-1, 1],
        [-2, bytesOf(x)],
        [-3, bytesOf(y)],
      ]),
    }),
    digestAlgorithm: 'SHA-256',
  });
  const header = cborEncode(new Map([[1, -7]]));
  const certificates = new Map([[33, bytesOf(one.certificate)]]);
  const issuerAuth = [header, certificates, cborEncode(embed(object)), bytesOf(one.signature)];
  const item = embed(
    fields({ random: bytesOf(one.random), digestID: 0, elementValue, elementIdentifier: ELEMENT }),
  );
  return cborDecode(cborEncode({ issuerAuth, nameSpaces: new Map([[NAMESPACE, [item]]]) })) as Map<
    string,
    unknown
  >;
}

describe.each(printed)('$name printed in Annex A.10', (one) => {
  const check = (at: string, elementValue = true) => {
    const issuerSigned = encode(one, elementValue);
    const document = {
      ...readElement(issuerSigned.get('nameSpaces')),
      issuerAuth: issuerSigned.get('issuerAuth'),
    };
    return checkAttestation(document, fixedTrust([bytesOf(one.certificate)]), Date.parse(at))();
  };

  it('is signed by its issuer, with its digest and the key of its device', () => {
    const [x = ''] = one.deviceKey;
    expect(check(one.at).export({ format: 'jwk' })).toMatchObject({
      x: Buffer.from(x, 'hex').toString('base64url'),
    });
  });

  it('has expired today, and shows nothing else than was signed', () => {
    expect(() => check(CLOCK)).toThrow('has expired');
    expect(() => check(one.at, false)).toThrow('digest');
  });
});

const context = {
  crypto: {
    random: (length: number) => Uint8Array.from(randomBytes(length)),
    digest: ({ bytes }) => sha256(bytes),
  },
  cose: {
    sign1: {
      sign: ({ sign1, jwk }) => {
        const key = createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' });
        return Uint8Array.from(
          sign('sha256', sign1.getRawSigningData().data, { key, dsaEncoding: 'ieee-p1363' }),
        );
      },
    },
  },
} as MdocContext;

describe('an attestation and a response made with @animo-id/mdoc', async () => {
  const issuer = await createParty({ name: 'Issuer', ca: {} });
  const signer = await createParty({ name: 'Signer', issuer });
  const device = await createKeys();
  const jwkOf = (key: CryptoKey) => keyOf(key).export({ format: 'jwk' }) as { kty: string };
  const trust = fixedTrust([issuer.certificate]);
  const now = () => Date.parse(CLOCK);

  async function respond(transcript: Uint8Array, shown: Record<string, unknown>): Promise<Uint8Array> {
    const document = await new Document(DOCUMENT_TYPE, context)
      .addIssuerNameSpace(NAMESPACE, shown)
      .useDigestAlgorithm('SHA-256')
      .addValidityInfo({ signed: new Date('2026-10-01'), validUntil: new Date('2026-12-20') })
      .addDeviceKeyInfo({ deviceKey: jwkOf(device.publicKey) })
      .sign(
        {
          issuerPrivateKey: jwkOf(signer.keys.privateKey),
          issuerCertificate: signer.certificate,
          alg: 'ES256',
        },
        context,
      );
    const nameSpaces = new Map([[NAMESPACE, new Map([[ELEMENT, false]])]]);
    const request = DeviceRequest.from('1.0', [{ itemsRequestData: { docType: DOCUMENT_TYPE, nameSpaces } }]);
    const response = await DeviceResponse.from(new MDoc([document]))
      .usingDeviceRequest(request)
      .usingSessionTranscriptBytes(cborEncode(DataItem.fromBuffer(Uint8Array.from(transcript))))
      .authenticateWithSignature(jwkOf(device.privateKey), 'ES256')
      .sign(context);
    return response.encode();
  }

  it('is accepted by OpenID4VP, with other elements that were not asked for left out', async () => {
    const [facts, requests] = [openRequest(), memoryStore(now)];
    await requests.add(await storedRequest(facts));
    const response = await respond(await transcriptOf(facts), { [ELEMENT]: true, age_over_16: true });
    const body = formOf(facts.id, response);
    const verdict = await verifyResponse({ way: 'openid4vp', body }, { requests, trust, now });
    expect(verdict).toEqual({ proven: true, id: facts.id, session: SESSION, way: 'openid4vp' });
  });

  it('is accepted by the Digital Credentials API', async () => {
    const [facts, requests] = [openDigital(), memoryStore(now)];
    await requests.add(await storedRequest(facts));
    const transcript = await transcriptOf(facts);
    const response = await encryptedOf(
      await respond(transcript, { [ELEMENT]: true }),
      facts.privateKey ?? {},
      transcript,
    );
    const returned = {
      way: 'digital-credentials',
      id: facts.id,
      response,
      session: SESSION,
      origin: ORIGIN,
    } as const;
    expect(await verifyResponse(returned, { requests, trust, now })).toMatchObject({ proven: true });
  });

  it('is refused for somebody under 18', async () => {
    const [facts, requests] = [openRequest(), memoryStore(now)];
    await requests.add(await storedRequest(facts));
    const body = formOf(facts.id, await respond(await transcriptOf(facts), { [ELEMENT]: false }));
    expect(await verifyResponse({ way: 'openid4vp', body }, { requests, trust, now })).toMatchObject({
      label: 'under-18',
    });
  });
});
