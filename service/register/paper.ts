/** A journaled receipt made ready for paper and screen, in the language of its country. */
import { countryOf } from '../countries/list.ts';
import type { Cfg } from '../receipt/cfg.ts';
import type { JournalRecord, Position, TextBlock } from '../receipt/tra.ts';
import type { Paper, PaperLine } from '../wire.ts';
import { word } from './messages.ts';

/** Lays out a transaction. The configuration gives the seller's data. */
export function paperOf(record: JournalRecord, cfg: Cfg): Paper {
  const country = countryOf(cfg.Cmp.Ctry);
  const say = (name: Parameters<typeof word>[1]) => word(country.language, name);
  const esr = record.ESR ?? {};
  const { title, marks } = country.paper(record);
  const { Cmp } = cfg;
  const Loc = cfg.Loc ?? {};
  const at = Loc.Adr === undefined ? Cmp : Loc;
  return {
    sq: record.SQ,
    title: title || say('receipt'),
    number: esr.FN ?? `${esr.TL}/${esr.TT}/${esr.TN}`,
    date: esr.D ?? record.D,
    currency: country.currency.code,
    seller: present([
      Cmp.Nam,
      [at.Adr, at.AdrNr].filter(Boolean).join(' '),
      [at.Zip, at.City].filter(Boolean).join(' '),
      `${say('taxId')} ${Cmp.TaxId}`,
    ]),
    buyer: present([
      esr.Ctm?.Nam,
      esr.Ctm?.Nam2,
      esr.Ctm?.Adr,
      [esr.Ctm?.Zip, esr.Ctm?.City].filter(Boolean).join(' '),
    ]),
    marks: [
      ...(esr.Void === '1' ? [say('void')] : []),
      ...marks,
      ...(country.fiscalised ? [] : [say('notFiscalised')]),
    ],
    head: texts(esr.Head),
    lines: [
      ...(esr.PosA ?? []).map(lineOf),
      ...texts(esr.Txt).map((text): PaperLine => ({ kind: 'text', text })),
    ],
    total: esr.T ?? null,
    payments: (esr.PayA ?? []).map((p) => ({ label: p.Dsc ?? p.PayG ?? '', value: p.Amt ?? '' })),
    taxes: (esr.TaxA ?? []).map((t) => ({
      group: t.TaxG ?? '',
      rate: t.Prc ?? '',
      net: t.Net ?? '',
      tax: t.TAmt ?? '',
      gross: t.Amt ?? '',
    })),
    operator: esr.OprN ?? esr.Opr ?? null,
    tags: (record.Fis?.Tag ?? []).map((t) => ({ label: t.Label, value: t.Value })),
    qr: record.Fis?.Code ?? null,
    foot: texts(esr.Foot),
    words: {
      total: say('total'),
      tax: say('tax'),
      net: say('net'),
      gross: say('gross'),
      rate: say('rate'),
      operator: say('operator'),
    },
  };
}

function lineOf(p: Position, digits: number): PaperLine {
  if (p._ === 'Lin')
    return { kind: 'text', text: p.Dsc ?? '', ...(p.LAmt !== undefined && { amount: p.LAmt }) };
  const amount = p.Amt !== undefined && { amount: p.Amt };
  if (p._ === 'Mod') {
    const percent = p.Prc === undefined ? '' : ` ${p.Prc.replace(/%$/, '')}%`;
    return { kind: 'modifier', text: `${p.Dsc ?? ''}${percent}`, ...amount };
  }
  const detail = [quantity(p, digits), typeof p.Note === 'string' ? p.Note : ''].filter(Boolean).join(' · ');
  return {
    kind: 'item',
    text: p.Dsc ?? '',
    ...(detail && { detail }),
    ...(p.TaxG !== undefined && { taxGroup: p.TaxG }),
    ...amount,
  };
}

function quantity(p: Position, digits: number): string {
  if (p.Qty === undefined || (p.Pri === undefined && p.Qty === '1')) return '';
  const unit = p.QtyU === undefined || p.QtyU === 'pc' ? '' : ` ${p.QtyU}`;
  return `${p.Qty}${unit}${p.Pri === undefined ? '' : ` x ${priceText(p.Pri, digits)}`}`;
}

/** Unit prices show at least the currency's digits: 1.7 as 1.70, but 1.599 as it is. */
function priceText(price: string, digits: number): string {
  const [whole = '', fraction = ''] = price.split('.');
  return digits === 0 && fraction === '' ? whole : `${whole}.${fraction.padEnd(digits, '0')}`;
}

function texts(blocks: readonly TextBlock[] | undefined): string[] {
  return (blocks ?? []).flatMap((b) => (b.value === undefined ? [] : b.value.split('\n')));
}

function present(lines: readonly (string | undefined)[]): string[] {
  return lines.filter((line): line is string => line !== undefined && line !== '');
}
