// Verifies the EU proof of age: a request, a verdict about its response, and the trust list of its issuers.
export { type Label, labels } from './labels.ts';
export {
  type CreatedRequest,
  createRequest,
  type RequestOptions,
  type Requests,
} from './request.ts';
export { memoryStore, REQUEST_MS, type RequestStore, type StoredRequest, type Way } from './store.ts';
export { type Anchors, fixedTrust, type Trust } from './trust/anchors.ts';
export {
  KEPT_MS,
  type KeptList,
  type ListKeeper,
  type TrustList,
  type TrustListFault,
  type TrustListOptions,
  type TrustListState,
  trustList,
} from './trust/list.ts';
export {
  MAX_RESPONSE,
  type PresentedResponse,
  type Verdict,
  type Verification,
  verifyResponse,
} from './verify.ts';
