/** A journaled receipt made ready for paper and screen, in the language of its country. */
import { countryOf } from '../countries/list.ts';
import type { Cfg } from '../receipt/cfg.ts';
import type { JournalRecord, Position, TextBlock } from '../receipt/tra.ts';
import type { Paper, PaperLine } from '../wire.ts';
import { word } from './messages.ts';

/** Why a receipt is printed, when it is not the first print of a registered one. */
export type Purpose = 'copy' | 'preview';

/** Lays out a transaction. The configuration gives the seller's data. */
export function paperOf(record: JournalRecord, cfg: Cfg, purpose?: Purpose): Paper {
  const country = countryOf(cfg.Cmp.Ctry);
  const say = (name: Parameters<typeof word>[1]) => word(country.language, name);
  const esr = record.ESR ?? {};
  const { title, marks, inverted = false } = country.paper(record);
  const signed = (text: string) => (inverted ? negated(text) : text);
  const { Cmp } = cfg;
  const Loc = cfg.Loc ?? {};
  const at = Loc.Adr === undefined ? Cmp : Loc;
  return {
    sq: record.SQ,
    title: title || say('receipt'),
    number: purpose === 'preview' ? '' : (esr.FN ?? `${esr.TL}/${esr.TT}/${esr.TN}`),
    date: esr.D ?? record.D,
    currency: country.currency.code,
    country: country.code,
    language: country.language,
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
      ...(purpose === 'preview' ? [say('notRegistered')] : []),
      ...(purpose === 'copy' ? [say('copy')] : []),
      ...(esr.Void === '1' ? [say('void')] : []),
      ...marks,
      ...(country.fiscalised || purpose === 'preview' ? [] : [say('notFiscalised')]),
    ],
    head: texts(esr.Head),
    lines: [
      ...(esr.PosA ?? []).map((p) => lineOf(p, country.currency.digits, signed)),
      ...texts(esr.Txt).map((text): PaperLine => ({ kind: 'text', text })),
    ],
    total: esr.T === undefined ? null : signed(esr.T),
    payments: (esr.PayA ?? []).map((p) => ({ label: p.Dsc ?? p.PayG ?? '', value: signed(p.Amt ?? '') })),
    taxes: (esr.TaxA ?? []).map((t) => ({
      group: t.TaxG ?? '',
      rate: t.Prc ?? '',
      net: signed(t.Net ?? ''),
      tax: signed(t.TAmt ?? ''),
      gross: signed(t.Amt ?? ''),
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
      description: say('description'),
      quantity: say('quantity'),
      price: say('price'),
      amount: say('amount'),
      customer: say('customer'),
      page: say('page'),
    },
  };
}

function lineOf(p: Position, digits: number, signed: (amount: string) => string): PaperLine {
  if (p._ === 'Lin')
    return { kind: 'text', text: p.Dsc ?? '', ...(p.LAmt !== undefined && { amount: p.LAmt }) };
  const amount = p.Amt !== undefined && { amount: signed(p.Amt) };
  if (p._ === 'Mod') {
    const percent = p.Prc === undefined ? '' : ` ${p.Prc.replace(/%$/, '')}%`;
    return { kind: 'modifier', text: `${p.Dsc ?? ''}${percent}`, ...amount };
  }
  const unit = p.QtyU === undefined || p.QtyU === 'pc' ? '' : ` ${p.QtyU}`;
  const quantity = p.Qty === undefined ? '' : `${signed(p.Qty)}${unit}`;
  const price = p.Pri === undefined ? '' : priceText(p.Pri, digits);
  const note = typeof p.Note === 'string' ? p.Note : '';
  const counted = price ? [quantity, price].filter(Boolean).join(' x ') : quantity === '1' ? '' : quantity;
  const detail = [quantity && counted, note].filter(Boolean).join(' · ');
  return {
    kind: 'item',
    text: p.Dsc ?? '',
    ...(detail && { detail }),
    ...(p.TaxG !== undefined && { taxGroup: p.TaxG }),
    ...amount,
    ...(quantity && { quantity }),
    ...(price && { price }),
    ...(note && { note }),
  };
}

/** An amount or quantity with the opposite sign. */
function negated(text: string): string {
  if (text.startsWith('-')) return text.slice(1);
  return /[1-9]/.test(text) ? `-${text}` : text;
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
