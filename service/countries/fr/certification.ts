/** How a register says which certified software it is (NF525 or LNE). */
import type { CountryContext } from '../contract/services.ts';

/** Numbers begin with the category: A stands alone, B is part of a POS, C of an ERP system. */
const CATEGORY = /^([ABC])/i;

/** The certificate in words, e.g. `NF525 catégorie B n° B0274`. */
export function certificateText({ attributes }: Pick<CountryContext, 'attributes'>): string {
  const { rules, number, category } = certification({ attributes });
  return rules === 'LNE'
    ? `Certificat LNE n° ${number}`
    : `NF525${category === null ? '' : ` catégorie ${category}`} n° ${number}`;
}

/** Rules, number of the certificate and its category; null where the number does not say one. */
export function certification({ attributes }: Pick<CountryContext, 'attributes'>): {
  rules: 'NF525' | 'LNE';
  number: string;
  category: string | null;
  /** It is the one that stands for none. */
  isNone: boolean;
} {
  const number = (attributes().text('Fis_Certification') ?? '').trim() || NO_CERTIFICATE;
  const rules = attributes().text('Fiscal_Rules')?.trim().toUpperCase() === 'LNE' ? 'LNE' : 'NF525';
  const category = CATEGORY.exec(number)?.[1]?.toUpperCase() ?? null;
  return { rules, number, category, isNone: number.toUpperCase() === NO_CERTIFICATE };
}

/** Stands for a software without a certificate. */
const NO_CERTIFICATE = 'B0000';
