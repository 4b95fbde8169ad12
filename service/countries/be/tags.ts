/** What has to be printed of a signature: label, name for storing, value. */
import type { Cfg } from '../../receipt/cfg.ts';
import { localDate, localDecimal } from '../../receipt/local-format.ts';
import { amountText, minor } from '../../receipt/money.ts';
import type { Tag } from '../../receipt/tra.ts';
import { zoneTime } from '../base/online/zone-time.ts';
import type { SignResult } from '../contract/fdm.ts';
import type { ReceiptContext } from '../contract/fiscalise.ts';
import { signedOf, type Kept1, type Kept2 } from './kept.ts';
import { languageOf } from './settings.ts';
import { WORDS } from './words.ts';

/** Names of the lines of the tax table; our own paper has them as a table. */
export const VAT_TAG = 'Vat';

const HASH_SHOWN = 8;

const belgianTime = zoneTime('Europe/Brussels');

/** A moment of the FDM, which tells UTC, as people of the country read it; what is no moment stays as it is. */
function belgian(moment: string, language: string): string {
  const ms = Date.parse(moment);
  return Number.isNaN(ms) ? moment : localDate(belgianTime(ms), language);
}

/** Name and version of the till's software. */
function software({ Trm }: Pick<Cfg, 'Trm'>, version: string): string {
  return [Trm?.SW, version].filter((text): text is string => typeof text === 'string').join(' ');
}

/** The tickets that a record refers to, as they are numbered on their own paper; none where one of them is not known here. */
export function referenceTags({ originals, cfg }: Pick<ReceiptContext, 'originals' | 'cfg'>): Tag[] {
  const language = languageOf(cfg);
  const tickets = originals.map(({ record }) => {
    const kept = record && signedOf(record);
    return kept && `${kept.Ticket} (${localDate((record.ESR?.D ?? record.D).slice(0, 10), language)})`;
  });
  if (tickets.length === 0 || tickets.includes(null)) return [];
  return [{ Label: WORDS[language].reference, Name: 'Reference', Value: [...new Set(tickets)].join(', ') }];
}

/** Of GKS 1: control data. */
export function tags1(kept: Kept1, time: string, version: string, cfg: Cfg): Tag[] {
  const language = languageOf(cfg);
  const words = WORDS[language];
  const { Ticket, Pos, Hash, Counter, Total, Label, Signature, Fdm, Card } = kept;
  return [
    { Label: words.ticket, Name: 'Ticket', Value: String(Ticket) },
    { Label: words.fdmTime, Name: 'Date', Value: localDate(time, language) },
    { Label: words.hash, Name: 'Hash', Value: Hash.slice(-HASH_SHOWN) },
    { Label: words.counter, Name: 'SignCnt', Value: `${Counter}/${Total} ${Label}` },
    { Label: words.signature, Name: 'Sign', Value: Signature },
    { Label: words.fdm, Name: 'Device', Value: Fdm },
    { Label: words.card, Name: 'Serial', Value: Card },
    { Label: words.pos, Name: 'POS', Value: Pos },
    { Label: words.version, Name: 'Version', Value: software(cfg, version) },
  ];
}

/** Of GKS 2.0: the tax table of the FDM, who has signed what, and its footer. */
export function tags2(
  kept: Kept2,
  result: SignResult,
  { unit, version }: { unit: string; version: string },
  cfg: Cfg,
): Tag[] {
  const language = languageOf(cfg);
  const words = WORDS[language];
  const { Ref, Ticket, Pos, Terminal } = kept;
  const amount = (text: string) => localDecimal(amountText(minor(text, 2), 2), language);
  return [
    ...result.vat.map(({ label, rate, taxableAmount, vatAmount, totalAmount, outOfScope }) => ({
      Label: `${words.vat} ${label}${outOfScope ? '' : ` ${localDecimal(rate.replace(/\.0+$/, ''), language)} %`}`,
      Name: `${VAT_TAG}${label}`,
      Value: `${amount(taxableAmount)} + ${amount(vatAmount)} = ${amount(totalAmount)}`,
    })),
    ...(unit === '' ? [] : [{ Label: words.unit, Name: 'Unit', Value: unit }]),
    { Label: words.pos, Name: 'POS', Value: Pos },
    { Label: words.version, Name: 'Version', Value: software(cfg, version) },
    { Label: words.terminal, Name: 'Terminal', Value: Terminal },
    { Label: words.ticket, Name: 'Ticket', Value: String(Ticket) },
    { Label: words.fdm, Name: 'Device', Value: Ref.fdmId },
    { Label: words.fdmTime, Name: 'Date', Value: belgian(Ref.fdmDateTime, language) },
    {
      Label: words.counter,
      Name: 'SignCnt',
      Value: `${Ref.eventLabel} ${Ref.eventCounter}/${Ref.totalCounter}`,
    },
    ...(result.shortSignature === null
      ? []
      : [{ Label: words.signature, Name: 'Sign', Value: result.shortSignature }]),
    ...result.footer.map((Value, i) => ({ Label: '', Name: `Footer${i + 1}`, Value })),
  ];
}
