/** Which FDM a register uses, and who it says that it is: settings of the page, and the configuration. */
import type { Cfg } from '../../receipt/cfg.ts';
import type { Json } from '../../receipt/json.ts';
import { isTree } from '../../receipt/tree.ts';
import type { NetworkFdm, SerialFdm } from '../contract/fdm.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import { isOldPosId, isPosId, unitNumber, vatNumber } from './numbers.ts';

/** State key of {@link Settings}. */
export const SETTINGS = 'BE/Settings';

/** How a register reaches its FDM. The secret and the PIN are in the vault. */
export interface Settings {
  [name: string]: Json;
  /** `1`: GKS 1 on a serial line; `2`: GKS 2.0 on the network. */
  generation: '1' | '2';
  address: string;
  /** What the FDM has said that it is; empty before. */
  fdm: string;
}

/** The settings of a register; null before it was connected. */
export function settingsOf(state: Pick<State, 'get'>): Settings | null {
  const settings = state.get(SETTINGS) ?? null;
  return isTree(settings) ? (settings as unknown as Settings) : null;
}

/** How long an FDM is waited for unless `Fiscal_Timeout` says otherwise, ms. */
const TIMEOUT_MS = 9000;

/** Name of what is kept secret about an FDM in the vault: the shared secret. */
export function secretName(address: string): string {
  return `BE/Secret/${address}`;
}

function timeoutOf(context: CountryContext): number {
  return context.attributes().number('Fiscal_Timeout', TIMEOUT_MS);
}

/** A network FDM at an address; null where there are no devices or the address cannot be read. */
export function networkAt(address: string, context: CountryContext): NetworkFdm | null {
  const secret = context.vault.get(secretName(address));
  const shared = typeof secret === 'string' && secret !== '' ? secret : null;
  return context.fdms?.network(address, shared, timeoutOf(context)) ?? null;
}

/** A serial FDM at an address; null as above. */
export function serialAt(address: string, context: CountryContext): SerialFdm | null {
  return context.fdms?.serial(address, timeoutOf(context)) ?? null;
}

/** Languages of receipts and operators, by region. */
export const LANGUAGES = ['nl', 'fr', 'de'] as const;
export type ReceiptLanguage = (typeof LANGUAGES)[number];

/** Language of a register's region (Cfg.Trm.Lang); Dutch unless it says otherwise. */
export function languageOf({ Trm }: Pick<Cfg, 'Trm'>): ReceiptLanguage {
  const told = typeof Trm?.Lang === 'string' ? Trm.Lang.toLowerCase().slice(0, 2) : '';
  return LANGUAGES.find((language) => language === told) ?? 'nl';
}

/** Who a register is to its FDM. */
export interface Identity {
  vatNo: string;
  estNo: string;
  posId: string;
  version: string;
  terminal: string;
  device: string;
}

/** Places of the configuration that an FDM wants, with what is wrong with each. */
export type Lack = 'Cmp.TaxId' | 'Loc.TaxId' | 'Trm.Serial' | 'Trm.SWVersion';

/** State key of {@link Entered}. */
export const ENTERED = 'BE/Pos';

/** What a manager has entered on the page; it counts where the configuration says nothing. */
export interface Entered {
  [name: string]: Json;
  /** Production number. */
  serial: string;
  /** Establishment unit. */
  unit: string;
  /** Version of the software. */
  version: string;
}

/** What was entered; empty where nothing was. */
export function enteredIn(state: Pick<State, 'get'>): Entered {
  const entered = state.get(ENTERED) ?? null;
  return isTree(entered) ? (entered as unknown as Entered) : { serial: '', unit: '', version: '' };
}

/** @returns who the register is, or what its configuration lacks for an FDM of this generation */
export function identityOf(
  cfg: Cfg,
  generation: '1' | '2',
  state: Pick<State, 'get'>,
): { identity: Identity } | { lacks: Lack[] } {
  const entered = enteredIn(state);
  const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
  const { Cmp, Loc = {}, Trm = {} } = cfg;
  const vatNo = vatNumber(Cmp.TaxId);
  const estNo = unitNumber(text(Loc.TaxId) || entered.unit);
  const posId = text(Trm.Serial) || entered.serial;
  const version = text(Trm.SWVersion) || entered.version;
  const lacks: Lack[] = [];
  if (vatNo === null) lacks.push('Cmp.TaxId');
  if (estNo === null && generation === '2') lacks.push('Loc.TaxId');
  if (!(generation === '2' ? isPosId(posId) : isOldPosId(posId))) lacks.push('Trm.Serial');
  if (version === '' || version.length > 36) lacks.push('Trm.SWVersion');
  if (lacks.length > 0) return { lacks };
  const terminal = [text(Loc.TL) || '1', text(Trm.TT) || '1'].join('/').slice(0, 600);
  const device = (text(Trm.HW) || posId).slice(0, 600);
  return { identity: { vatNo: vatNo!, estNo: estNo ?? '', posId, version, terminal, device } };
}
