/** What the control page asks and is told about signature units. Types only; times are ISO 8601. */
import type { Problem } from '../wire.ts';

/** What exactly is the matter with a unit, as its driver tells it; the page has words for each. */
export type UnitCause =
  | ('readerMissing' | 'cardMissing' | 'cardUnknown' | 'cardOther' | 'cardService')
  | ('pinWrong' | 'pinBlocked' | 'pinLast')
  | ('noAnswer' | 'login' | 'service' | 'secretLost' | 'key' | 'address');

/** What a unit is, see settings/signature-unit.ts. */
export type UnitType = 'test' | 'closed-system' | 'a-trust' | 'primesign' | 'till' | 'card';

/** Certificate or key that receipts name. */
export interface UnitCertificate {
  /** Trust provider, e.g. `AT1`. */
  zda: string;
  /** As receipts name it; the id of the key in a closed system. */
  serial: string;
  /** Whose certificate it is, and who issued it; null in a closed system, which has none. */
  subject: string | null;
  issuer: string | null;
  /** Last day, `YYYY-MM-DD`. */
  expires: string | null;
  /** Days until then, negative afterwards. */
  daysLeft: number | null;
  /** What should be known about it although it signs: `outdated`, or what the sign server of an older till says in English. */
  remark: string | null;
}

/** Why a unit did not sign. */
export interface UnitFailureRow {
  kind: 'unreachable' | 'timeout' | 'refused' | 'broken' | 'busy' | 'changed';
  /** Null: no more is known than the kind. */
  cause: UnitCause | null;
  /** English, without secrets, for who looks after the till. */
  text: string;
  at: string;
}

/** One unit, or the place of all cards that are found in readers. */
export interface UnitRow {
  /** Names it in actions. */
  id: string;
  type: UnitType;
  /** `off`: the profile does not let it be used. */
  state: 'unused' | 'ready' | 'failed' | 'off';
  /** Since when; null for `off`. */
  since: string | null;
  /** The last failure since the start, also when it works again. */
  failure: UnitFailureRow | null;
  /** When a failed one is tried again. */
  nextTry: string | null;
  /** As it was last seen; null before it was first reached. */
  certificate: UnitCertificate | null;
  /** What was entered, without secrets. Certificates are told by whether they are there. */
  fields: Readonly<Record<string, string | boolean>>;
}

/** The place of cards in the order. */
export interface CardsRow {
  id: 'cards';
  type: 'cards';
  /** The profile lets cards be used (not `SC_disable`). */
  used: boolean;
  /** Why no readers can be seen; `text` is English. */
  problem: Pick<UnitFailureRow, 'cause' | 'text'> | null;
  /** A PIN of its own is set; else it is the one that cards are delivered with. */
  hasPin: boolean;
  hasIssuers: boolean;
  /** The cards that were found. */
  cards: UnitRow[];
}

/** Answer of `GET /control/units`. */
export interface UnitsOverview {
  /** In order of preference. */
  units: (UnitRow | CardsRow)[];
  /** Lending units to other tills. */
  server: {
    /** Profile attribute `SignServer` is set. */
    enabled: boolean;
    hasPassword: boolean;
  };
  /** Other tills' units may be used (not `UdpServer_disable`). */
  usesServers: boolean;
  /** This machine registers receipts (not `Register_disable`). */
  registers: boolean;
  problems: Problem[];
  /** Addresses of A-Trust's service. */
  aTrust: { live: string; test: string };
}

/** Bodies of `POST /control/units/{action}`. Fields of `add` and `change` are those of the type. */
export interface UnitActions {
  /** `type` `test` takes `company`, e.g. `UID ATU12345678`; it may be left out. */
  add: { type: Exclude<UnitType, 'card'> } & Record<string, string | boolean>;
  /** A secret that is left out stays. */
  change: { id: string } & Record<string, string | boolean>;
  remove: { id: string };
  move: { id: string; direction: 'up' | 'down' };
  /** Signs something without turnover. */
  test: { id: string };
  /** The password that other tills ask the sign server with; empty takes it away. */
  server: { password: string };
}
