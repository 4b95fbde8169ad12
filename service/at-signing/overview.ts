/** The signature units as the control page shows them. */
import { offsetTime } from '../clock.ts';
import { A_TRUST_URL } from '../devices/at-signature/a-trust.ts';
import type { UnitStatus } from '../devices/at-signature/pool.ts';
import type { UnitSetting } from '../settings/signature-unit.ts';
import { CARDS, type SignatureUnits } from '../settings/signature-units.ts';
import type { Problem } from '../wire.ts';
import { certificateOf } from './certificates.ts';
import type { Signing } from './signing.ts';
import type { CardsRow, UnitRow, UnitsOverview, UnitType } from './wire.ts';

/** What the overview is made of. */
export interface OverviewSources {
  signing: Signing;
  settings: SignatureUnits;
  hasServerPassword: boolean;
  problems: Problem[];
  now: number;
}

/** Answer of `GET /control/units`. No secret is in it. */
export function unitsOverview(sources: OverviewSources): UnitsOverview {
  const { signing, settings, hasServerPassword, problems, now } = sources;
  const { policy } = signing;
  const status = signing.pool.status();
  const units = settings.list.map((setting): UnitRow | CardsRow =>
    setting.type === 'cards'
      ? {
          id: CARDS,
          type: 'cards',
          used: policy.cards,
          problem: signing.cardProblem && {
            cause: signing.cardProblem.cause ?? null,
            text: signing.cardProblem.text,
          },
          hasPin: settings.secret(CARDS) !== undefined,
          hasIssuers: setting.issuers !== undefined,
          cards: status.filter(({ kind }) => kind === 'card').map((card) => rowOf('card', card, {}, now)),
        }
      : madeRow(setting, status, now),
  );
  return {
    units,
    server: { enabled: policy.serves, hasPassword: hasServerPassword },
    usesServers: policy.usesServers,
    registers: policy.registers,
    problems,
    aTrust: { ...A_TRUST_URL },
  };
}

function madeRow(
  setting: Exclude<UnitSetting, { type: 'cards' }>,
  status: readonly UnitStatus[],
  now: number,
): UnitRow {
  const { id, type } = setting;
  const unit = status.find((one) => one.id === id);
  const fields = fieldsOf(setting);
  if (unit) return rowOf(type, unit, fields, now);
  const nothing = { since: null, failure: null, nextTry: null, certificate: null };
  return { id, type, state: 'off', ...nothing, fields };
}

function rowOf(type: UnitType, unit: UnitStatus, fields: UnitRow['fields'], now: number): UnitRow {
  const { id, state, since, lastFailure, nextTry, identity } = unit;
  return {
    id,
    type,
    state,
    since: offsetTime(since),
    failure: lastFailure && {
      kind: lastFailure.kind,
      cause: lastFailure.cause ?? null,
      text: lastFailure.text,
      at: offsetTime(lastFailure.at),
    },
    nextTry: nextTry === null ? null : offsetTime(nextTry),
    certificate: identity && certificateOf(identity, now),
    fields,
  };
}

/** What may be shown; certificates are long and public, but nobody reads them. */
function fieldsOf(setting: Exclude<UnitSetting, { type: 'cards' }>): UnitRow['fields'] {
  switch (setting.type) {
    case 'test':
      return {};
    case 'closed-system':
      return { keyId: setting.keyId };
    case 'a-trust':
      return {
        url: setting.url,
        user: setting.user,
        sessions: setting.sessions,
        ca: setting.ca !== undefined,
      };
    case 'primesign': {
      const { url, ca, issuers } = setting;
      return { url, ca: ca !== undefined, issuers: issuers !== undefined };
    }
    case 'till':
      return { url: setting.url, ca: setting.ca !== undefined };
  }
}
