/** Identification data of a register (`identity_….xml`, schema 2.0): what the authority knows company and register by. */
import { configuredTerminal, type Cfg } from '../../receipt/cfg.ts';
import { isTree } from '../../receipt/tree.ts';
import { child, childText, readXml, type XmlElement } from '../base/xml-reader.ts';
import type { Vault } from '../contract/services.ts';
import { UDAJE_NAMESPACE } from './credentials.ts';
import { dicOf } from './tax-number.ts';

/** What is kept of them. */
export interface Identity {
  /** DIČ, ten digits. */
  dic: string;
  /** IČO, eight digits; empty where there is none. */
  ico: string;
  /** Name of the company, and of the place of business where it has one. */
  name: string;
  place: string;
  /** Code of the register, 16 or 17 digits. */
  code: string;
  /** PORTABLE: it tells where it is. */
  kind: 'STANDARD' | 'PORTABLE';
}

const LONGEST_NAME = 1024;

const nameOf = (cfg: Cfg) => {
  const { TL, TT } = configuredTerminal(cfg);
  return `SK/identity ${dicOf(cfg.Cmp.TaxId)} ${TL}/${TT}`;
};

/** Identification data of a register; null when none were imported. */
export function identityOf({ vault }: { vault: Pick<Vault, 'get'> }, cfg: Cfg): Identity | null {
  const kept = vault.get(nameOf(cfg));
  return isTree(kept) ? (kept as unknown as Identity) : null;
}

/** Keeps them, in place of those before. */
export function keepIdentity(vault: Vault, cfg: Cfg, identity: Identity): Promise<void> {
  return vault.set(nameOf(cfg), { ...identity });
}

/** Reads a file strictly; null for what are no identification data. */
export function readIdentity(file: Buffer): Identity | null {
  const read = readXml(file);
  if ('problem' in read || read.root.name !== 'IdentityData' || read.root.namespace !== UDAJE_NAMESPACE)
    return null;
  const { root } = read;
  const unit = child(root, 'OrganizationUnit');
  const identity = {
    ...{ dic: childText(root, 'Dic'), ico: childText(root, 'Ico') },
    ...{ name: line(root, 'CorporateBodyFullName'), place: line(unit, 'OrganizationUnitName') },
    ...{ code: childText(unit, 'CashRegisterCode'), kind: childText(unit, 'CashRegisterType') },
  };
  const isRight =
    /^\d{10}$/.test(identity.dic) &&
    /^(?:\d{8})?$/.test(identity.ico) &&
    /^\d{16,17}$/.test(identity.code) &&
    (identity.kind === 'STANDARD' || identity.kind === 'PORTABLE') &&
    identity.name !== '' &&
    identity.name.length <= LONGEST_NAME &&
    identity.place.length <= LONGEST_NAME &&
    child(root, 'PhysicalAddress') !== undefined;
  return isRight ? (identity as Identity) : null;
}

/** A text of one line. */
function line(element: XmlElement | undefined, name: string): string {
  return childText(element, name).replace(/[\p{C}\s]+/gu, ' ');
}
