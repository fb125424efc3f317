/**
 * Changing calls of an operator that carry no version of what was seen, by the reason why they need none. All others are
 * refused once what they change is not as the operator has seen it.
 */
export const unversioned: Readonly<Record<string, readonly string[]>> = {
  'the operator’s own access': [
    'DELETE desk /sessions/{session}',
    'DELETE desk /sessions',
    'POST desk /passkeys/challenge',
    'POST desk /passkeys',
    'PUT desk /passkeys/{passkey}',
    'DELETE desk /passkeys/{passkey}',
    'POST desk /confirm',
    'POST desk /confirm/challenge',
    'POST desk /confirm/passkey',
    'POST desk /lock',
  ],
  'only takes access away, which must work at once': [
    'POST desk /operators/{name}/log-out',
    'PUT desk /live/{performer}/cut',
    'PUT desk /live/{performer}/viewers/{session}/cut',
  ],
  'makes something new beside what is there': [
    'POST desk /operators',
    'POST desk /orders',
    'POST desk /operators/{name}/link',
    'POST desk /performers/{performer}/consents',
    'POST desk /performers/{performer}/people',
    'POST desk /affiliates',
    'POST desk /members/{memberId}/notes',
    'POST desk /members/{memberId}/answer',
    'POST desk /live/{performer}/open',
  ],
  'gives, returns or opens, once for each form, after the balance or record of that moment is weighed': [
    'POST desk /members/{memberId}/credit',
    'POST desk /payments/{payment}/refund',
    'POST desk /performers/{performer}/identity/open',
  ],
  'ends the one state in which it is offered, and is refused in any other': [
    'PUT desk /live/{performer}/allow',
    'POST desk /house/work/{work}/retry',
  ],
  'a preview, which stores nothing': ['POST desk /content/category', 'POST desk /content/promotion'],
};
