/** From a unit that was set up to one that signs. */
import { aTrustUnit } from '../devices/at-signature/a-trust.ts';
import {
  failureOf,
  UnitError,
  type SignatureUnit,
  type Trace,
  type UnitFailure,
  type UnitKind,
} from '../devices/at-signature/contract.ts';
import { primeSignUnit } from '../devices/at-signature/primesign.ts';
import { remoteTillUnit } from '../devices/at-signature/remote-till.ts';
import { softwareUnit } from '../devices/at-signature/software.ts';
import type { UnitSetting } from '../settings/signature-unit.ts';

/** A unit that is described by its setting; cards are found in readers instead. */
export type MadeSetting = Exclude<UnitSetting, { type: 'cards' }>;

const KINDS: Record<MadeSetting['type'], UnitKind> = {
  test: 'software',
  'closed-system': 'software',
  'a-trust': 'remote',
  primesign: 'remote',
  till: 'till',
};

/**
 * Makes a unit.
 * @param secret of the unit; undefined when it was lost
 * @param trace takes web requests
 * @throws UnitError when it cannot be used as it is set up
 */
export function makeUnit(setting: MadeSetting, secret: string | undefined, trace: Trace): SignatureUnit {
  if (secret === undefined)
    throw new UnitError('refused', 'its secret is lost: enter it again', 'secretLost');
  const { id } = setting;
  switch (setting.type) {
    case 'test':
      return softwareUnit({ id, key: secret, certificates: setting.certificates });
    case 'closed-system':
      return softwareUnit({ id, key: secret, closedSystem: setting.keyId });
    case 'a-trust': {
      const { url, user, sessions, ca } = setting;
      return aTrustUnit({ id, url, user, sessions, password: secret, ...trust(ca), trace });
    }
    case 'primesign': {
      const { url, ca, issuers } = setting;
      const chain = issuers === undefined ? {} : { issuers };
      return primeSignUnit({ id, url, token: secret, ...chain, ...trust(ca), trace });
    }
    case 'till':
      return remoteTillUnit({ id, url: setting.url, password: secret, ...trust(setting.ca), trace });
  }
}

/** As {@link makeUnit}; one that cannot be made stands in the list and fails, so that it is seen. */
export function unitFor(setting: MadeSetting, secret: string | undefined, trace: Trace): SignatureUnit {
  try {
    return makeUnit(setting, secret, trace);
  } catch (error) {
    return failingUnit(setting, failureOf(error));
  }
}

function failingUnit({ id, type }: MadeSetting, { kind, text, cause }: UnitFailure): SignatureUnit {
  const fail = () => Promise.reject(new UnitError(kind, text, cause));
  return { id, kind: KINDS[type], identify: fail, sign: fail, close: () => Promise.resolve() };
}

function trust(ca: string | undefined): { ca?: string } {
  return ca === undefined ? {} : { ca };
}
