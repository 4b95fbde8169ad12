/** VAT numbers of companies in thirty countries, with their check digits (doc 1, field taxId). */
import { validate as atUid } from 'stdnum/lib/cjs/at/uid.js';
import { validate as beVat } from 'stdnum/lib/cjs/be/vat.js';
import { validate as bgVat } from 'stdnum/lib/cjs/bg/vat.js';
import { validate as chVat } from 'stdnum/lib/cjs/ch/vat.js';
import { validate as chUid } from 'stdnum/lib/cjs/ch/uid.js';
import { validate as cyVat } from 'stdnum/lib/cjs/cy/vat.js';
import { validate as czDic } from 'stdnum/lib/cjs/cz/dic.js';
import { validate as deVat } from 'stdnum/lib/cjs/de/vat.js';
import { validate as dkCvr } from 'stdnum/lib/cjs/dk/cvr.js';
import { validate as eeKmkr } from 'stdnum/lib/cjs/ee/kmkr.js';
import { validate as esNif } from 'stdnum/lib/cjs/es/nif.js';
import { validate as fiAlv } from 'stdnum/lib/cjs/fi/alv.js';
import { validate as frTva } from 'stdnum/lib/cjs/fr/tva.js';
import { validate as gbVat } from 'stdnum/lib/cjs/gb/vat.js';
import { validate as grVat } from 'stdnum/lib/cjs/gr/vat.js';
import { validate as hrOib } from 'stdnum/lib/cjs/hr/oib.js';
import { validate as huAnum } from 'stdnum/lib/cjs/hu/anum.js';
import { validate as ieVat } from 'stdnum/lib/cjs/ie/vat.js';
import { validate as itIva } from 'stdnum/lib/cjs/it/iva.js';
import { validate as ltPvm } from 'stdnum/lib/cjs/lt/pvm.js';
import { validate as luTva } from 'stdnum/lib/cjs/lu/tva.js';
import { validate as lvPvn } from 'stdnum/lib/cjs/lv/pvn.js';
import { validate as mtVat } from 'stdnum/lib/cjs/mt/vat.js';
import { validate as nlBtw } from 'stdnum/lib/cjs/nl/btw.js';
import { validate as noMva } from 'stdnum/lib/cjs/no/mva.js';
import { validate as noOrgnr } from 'stdnum/lib/cjs/no/orgnr.js';
import { validate as plNip } from 'stdnum/lib/cjs/pl/nip.js';
import { validate as ptNif } from 'stdnum/lib/cjs/pt/nif.js';
import { validate as ptNipc } from 'stdnum/lib/cjs/pt/nipc.js';
import { validate as roCif } from 'stdnum/lib/cjs/ro/cif.js';
import { validate as roCui } from 'stdnum/lib/cjs/ro/cui.js';
import { validate as seVat } from 'stdnum/lib/cjs/se/vat.js';
import { validate as siDdv } from 'stdnum/lib/cjs/si/ddv.js';
import { validate as skDph } from 'stdnum/lib/cjs/sk/dph.js';

/** Prefixes that differ from the country's code. */
const PREFIXES: Record<string, string> = { EL: 'GR', XI: 'GB' };

/** Rules of the numbers that a country's companies trade under. */
const NUMBERS: Record<string, readonly ((text: string) => { isValid: boolean })[]> = {
  AT: [atUid],
  BE: [beVat],
  BG: [bgVat],
  CH: [chVat, chUid],
  CY: [cyVat],
  CZ: [czDic],
  DE: [deVat],
  DK: [dkCvr],
  EE: [eeKmkr],
  ES: [esNif],
  FI: [fiAlv],
  FR: [frTva],
  GB: [gbVat],
  GR: [grVat],
  HR: [hrOib],
  HU: [huAnum],
  IE: [ieVat],
  IT: [itIva],
  LT: [ltPvm],
  LU: [luTva],
  LV: [lvPvn],
  MT: [mtVat],
  NL: [nlBtw],
  NO: [noMva, noOrgnr],
  PL: [plNip],
  PT: [ptNif, ptNipc],
  RO: [roCif, roCui],
  SE: [seVat],
  SI: [siDdv],
  SK: [skDph],
};

/**
 * Whether a tax id is one: right length, right check digits. Its prefix says
 * of which country; without one it is the company's. Where no rule is known,
 * everything is right.
 * @param country ISO 3166 code of the company's country
 */
export function isTaxId(taxId: string, country: string): boolean {
  const plain = taxId.toUpperCase().replace(/[\s.\-/]/g, '');
  const prefix = /^[A-Z]{2}/.exec(plain)?.[0] ?? '';
  const named = PREFIXES[prefix] ?? prefix;
  const isNamed = Object.hasOwn(NUMBERS, named);
  const home = isNamed ? named : country.toUpperCase();
  const numbers = NUMBERS[home];
  if (numbers === undefined) return true;
  // Some rules want the prefix, some do not.
  const forms = isNamed ? [plain.slice(2), plain] : [plain];
  return numbers.some((validate) => forms.some((form) => validate(form).isValid));
}
