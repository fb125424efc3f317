import { randomBytes } from 'node:crypto';
import { cborEncode, DataItem } from '../lib/libraries.ts';
import { ELEMENT, NAMESPACE } from '../request.ts';
import { deviceResponse, type Fields, fields, present } from '../testing/attestation.ts';
import { createKeys, keyOf } from '../testing/certificates.ts';
import { formOf } from '../testing/responses.ts';
import { add, attestationOf, openRequest, posted, transcriptOf, type World } from './world.ts';

/** Another number of documents or elements than was asked for. */
export async function addDocumentCases(world: World): Promise<void> {
  const { privateKey: device } = world.device;
  const send = async (make: (transcript: Uint8Array) => Uint8Array[]) => {
    const request = openRequest();
    const responses = make(await transcriptOf(request));
    return { request, response: { way: 'openid4vp', body: formOf(request.id, ...responses) } as const };
  };
  const one = (transcript: Uint8Array, documentType?: string) =>
    present({ attestation: attestationOf(world), device, transcript, ...(documentType && { documentType }) });
  add(world, 'no document', 'no-document', await send(() => [deviceResponse([])]));
  add(world, 'two documents', 'several-documents', await send((to) => [deviceResponse([one(to), one(to)])]));
  add(
    world,
    'two presentations',
    'several-documents',
    await send((to) => [deviceResponse([one(to)]), deviceResponse([one(to)])]),
  );
  add(
    world,
    'another document type',
    'document-type',
    await send((to) => [deviceResponse([one(to, 'org.iso.18013.5.1.mDL')])]),
  );
  add(
    world,
    'an error of the wallet',
    'response-status',
    await send((to) => [deviceResponse([one(to)], { status: 10 })]),
  );
  add(
    world,
    'another version',
    'response-version',
    await send((to) => [deviceResponse([one(to)], { version: '2.0' })]),
  );
  add(
    world,
    'a zero-knowledge proof',
    'zero-knowledge',
    await send(() => [deviceResponse([], { zkDocuments: [new Map()] })]),
  );
  const elements = async (shown: Record<string, unknown>, namespace = NAMESPACE) =>
    posted(world, attestationOf(world, { elements: shown, namespace }));
  add(world, 'a second element', 'more-elements', await elements({ [ELEMENT]: true, age_over_21: true }));
  add(world, 'age_over_18 absent', 'element-missing', await elements({ age_over_16: true }));
  add(world, 'no element', 'element-missing', await elements({}));
  add(
    world,
    'another namespace',
    'element-missing',
    await elements({ [ELEMENT]: true }, 'org.iso.18013.5.1'),
  );
  const both = attestationOf(world);
  namespacesOf(both).set('org.iso.18013.5.1', []);
  add(world, 'a second namespace', 'more-elements', await posted(world, both));
  add(world, 'under 18', 'under-18', await elements({ [ELEMENT]: false }));
  add(world, 'age_over_18 as text', 'age-not-boolean', await elements({ [ELEMENT]: 'true' }));
  add(world, 'age_over_18 as number', 'age-not-boolean', await elements({ [ELEMENT]: 1 }));
  add(
    world,
    'signed for another document type',
    'document-type',
    await posted(world, attestationOf(world, { documentType: 'org.iso.18013.5.1.mDL' })),
  );
}

const namespacesOf = (attestation: Fields): Fields => attestation.get('nameSpaces') as Fields;

/** Device signatures, and elements that the device added. */
export async function addDeviceCases(world: World): Promise<void> {
  const attestation = attestationOf(world);
  const signedPart = (document: Fields) => document.get('deviceSigned') as Fields;
  const auth = (value: Fields) => (document: Fields) => void signedPart(document).set('deviceAuth', value);
  const signature = (document: Fields) =>
    (signedPart(document).get('deviceAuth') as Fields).get('deviceSignature') as unknown[];
  add(
    world,
    'device signature missing',
    'device-signature-missing',
    await posted(world, attestation, auth(fields({}))),
  );
  add(
    world,
    'device part missing',
    'device-signature-missing',
    await posted(world, attestation, (document) => void document.delete('deviceSigned')),
  );
  add(
    world,
    'a MAC of the device',
    'device-mac',
    await posted(world, attestation, auth(fields({ deviceMac: [] }))),
  );
  const keys = await createKeys();
  const foreign = { ...world, device: { ...world.device, privateKey: keyOf(keys.privateKey) } };
  add(world, 'device signature of another key', 'device-signature', await posted(foreign, attestation));
  add(
    world,
    'device signature changed',
    'device-signature',
    await posted(world, attestation, (document) => {
      signature(document)[3] = Uint8Array.from(randomBytes(64));
    }),
  );
  add(
    world,
    'device signature with five parts',
    'malformed',
    await posted(world, attestation, (document) => void signature(document).push(null)),
  );
  add(
    world,
    'device signature of zeros',
    'device-signature',
    await posted(world, attestation, (document) => {
      signature(document)[3] = new Uint8Array(64);
    }),
  );
  add(
    world,
    'device signature with its payload',
    'malformed',
    await posted(world, attestation, (document) => {
      signature(document)[2] = new Uint8Array(1);
    }),
  );
  add(
    world,
    'device signature with another algorithm',
    'algorithm',
    await posted(world, attestation, (document) => {
      signature(document)[0] = cborEncode(new Map([[1, -8]]));
    }),
  );
}

/** The key of the device, and elements that it added or changed. */
export async function addHolderCases(world: World): Promise<void> {
  const attestation = attestationOf(world);
  const p384 = await createKeys('P-384');
  add(
    world,
    'device key on another curve',
    'device-key',
    await posted(world, attestationOf(world, { device: keyOf(p384.publicKey) })),
  );
  const request = openRequest();
  const deviceElements = new Map([[NAMESPACE, new Map([[ELEMENT, true]])]]);
  const document = present({
    attestation,
    device: world.device.privateKey,
    transcript: await transcriptOf(request),
    deviceElements,
  });
  add(world, 'an element of the device', 'device-elements', {
    request,
    response: { way: 'openid4vp', body: formOf(request.id, deviceResponse([document])) },
  });
  const young = attestationOf(world, { elements: { [ELEMENT]: false } });
  const [item] = namespacesOf(young).get(NAMESPACE) as [DataItem<Fields>];
  namespacesOf(young).set(NAMESPACE, [
    DataItem.fromBuffer(Uint8Array.from(cborEncode(new Map(item.data).set('elementValue', true)))),
  ]);
  add(world, 'false changed to true', 'digest', await posted(world, young));
}
