/** Numbers and signs a Portuguese document: series, chain, ATCUD, QR code, legends. */
import type { Issue } from '../../receipt/issue.ts';
import { amountText } from '../../receipt/money.ts';
import { isPosition, isTraining, type CompleteEsr, type Fis, type Tag } from '../../receipt/tra.ts';
import type { Fiscalised, ReceiptContext } from '../contract/fiscalise.ts';
import type { Program, SigningKey } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { StateChange } from '../contract/work.ts';
import { issue } from './codes.ts';
import { modeOf, practiceOf } from './access.ts';
import { advice } from './advice.ts';
import { cashVatTags, cashVatWarnings, isCashVat } from './cash-vat.ts';
import { classOf, documentType, isDocument, isLikeInvoice, isSigned, total } from './document.ts';
import { exemptionTags } from './exemptions.ts';
import {
  certificationLegend,
  NO_INVOICE,
  plainLegend,
  producerLegend,
  recoveredLegend,
  TEST_LEGEND,
  TRAINING_LEGEND,
} from './legends.ts';
import { reopened } from './months.ts';
import { taxLinesOf } from './one-stop-shop.ts';
import { practiceNote } from './practice.ts';
import { checkTwin, openSeries, ownSeries, slotOf, type Wanted } from './opening.ts';
import { isOwnCode } from './own-codes.ts';
import { qrPayload, qrTaxes } from './qr.ts';
import { checkStart, movementFields, movementOf, movementTags, movementWarnings } from './movement.ts';
import { checkRecovery, movesOn, originalOf, recoveryChanges, type Original } from './recovery.ts';
import {
  checkReferences,
  lineReferences,
  referenceChanges,
  referencesOf,
  type Reference,
  type World,
} from './references.ts';
import { regionOf } from './region.ts';
import { isSeriesName, placeOf, seriesKey, withSeries, type Series } from './series.ts';
import { ALGORITHM, printedCharacters, signedText, signText } from './signature.ts';
import { bareTaxId, customerTaxId, FINAL_CONSUMER } from './tax-id.ts';
import { taxTable } from './taxes.ts';
import { buyerCountry } from './saft/customers.ts';
import { exportWarnings } from './texts.ts';
import { referenceWarnings, unreferencedChanges } from './unreferenced.ts';
import { withheld, withholdingTags } from './withholding.ts';

/** A document on its way to a number. */
interface Draft {
  esr: CompleteEsr;
  wanted: Wanted;
  original: Original | null;
  /** The first one is printed and kept as that of the document. */
  references: readonly Reference[];
  world: World;
}

/** What the document will be, or why it cannot be one. */
function draftOf(esr: CompleteEsr, state: State, context: ReceiptContext): Draft | { issues: Issue[] } {
  if (!context.key()) {
    const text = 'the partner that Fiscal_ApiKey names has no key here';
    return { issues: [issue('#PT_KEY', '', text)] };
  }
  const training = isTraining(esr);
  const original = originalOf(esr);
  const type = original?.type ?? documentType(esr);
  const world = { test: practiceOf(context) !== null, training };
  const references = referencesOf(context.originals, state);
  const issues = [
    ...(original ? checkRecovery(original, state, world.test) : []),
    ...checkReferences(esr, type, references, state, world),
    ...checkStart(esr, type, context.now, original !== null),
  ];
  if (issues.length > 0) return { issues };
  const today = context.now.slice(0, 10);
  // A recovered document belongs to the year in which it is entered: its series begins then.
  const place = placeOf(esr, original ? today : esr.D);
  const mark = original?.mark ?? (training ? 'MF' : '');
  // A lost document goes into the new series already: those before may have been used for others like it.
  const move = movesOn(original, state, world.test);
  if (move?.place === place && !isSeriesName(`${place}${move.next}${mark}`)) {
    const text = `the series after that of ${original!.number} would have too long a name`;
    return { issues: [issue('#PT_ORIGINAL', 'ESR.FN', text)] };
  }
  const wanted: Wanted = {
    type,
    place,
    mark,
    from: today,
    ...(move?.place === place && { letter: move.next }),
  };
  return { esr, wanted, original, references, world };
}

/** {@link Country.prepare} of Portugal: the series must be known to the authority before its first document. */
export function prepare(
  esr: CompleteEsr,
  state: State,
  context: ReceiptContext,
): AsyncGenerator<StateChange, Issue[], void> | null {
  if (!isDocument(esr)) return null;
  const note = practiceNote(state, context);
  const opening = openFirst(esr, state, context);
  return note ? withNote(note, opening) : opening;
}

/** The journal says that tests have begun or ended before it has the first document. */
async function* withNote(
  note: StateChange,
  opening: AsyncGenerator<StateChange, Issue[], void> | null,
): AsyncGenerator<StateChange, Issue[], void> {
  yield note;
  return opening ? yield* opening : [];
}

function openFirst(
  esr: CompleteEsr,
  state: State,
  context: ReceiptContext,
): AsyncGenerator<StateChange, Issue[], void> | null {
  if (modeOf(context) === 'own') return null;
  const draft = draftOf(esr, state, context);
  // What is wrong with it is said when it is to be numbered.
  if ('issues' in draft || slotOf(draft.wanted, state, context).series || isTooOld(draft, context))
    return null;
  return openFor(draft.wanted, state, context);
}

/** A series that begins now would be dated later than its first document. */
function isTooOld({ esr, original }: Draft, { now }: ReceiptContext): boolean {
  return original === null && esr.D.slice(0, 10) < now.slice(0, 10);
}

async function* openFor(
  wanted: Wanted,
  state: State,
  context: ReceiptContext,
): AsyncGenerator<StateChange, Issue[], void> {
  const opened = yield* openSeries(wanted, state, context, 'sale');
  return 'issue' in opened ? [opened.issue] : [];
}

/** {@link Country.fiscalise} of Portugal; while other sales wait, signatures are left to a row of them. */
export function fiscalise(esr: CompleteEsr, state: State, context: ReceiptContext): Fiscalised {
  if (!isDocument(esr)) return withoutNumber(esr, context.program());
  const draft = draftOf(esr, state, context);
  if ('issues' in draft) return { changes: {}, warnings: [], issues: draft.issues };
  const { id, series } = slotOf(draft.wanted, state, context);
  if (series) return number(draft, id, series, state, context);
  const twin = checkTwin(id, state);
  if (twin) return { changes: {}, warnings: [], issues: [twin] };
  if (modeOf(context) === 'own') {
    return number(draft, id, ownSeries(id, draft.wanted, context), state, context);
  }
  if (isTooOld(draft, context)) {
    const text = `series ${id} would begin today, and no document may be dated before the first day of its series`;
    return refuse('#PT_D_ORDER', 'ESR.D', text);
  }
  return refuse('#PT_SERIES_OFFLINE', '', `series ${id} is not open`);
}

/** A void has no fiscal data (doc 3); whatever else shows articles could be taken for an invoice. */
function withoutNumber(esr: CompleteEsr, program: Program): Fiscalised {
  const training = isTraining(esr);
  const hasArticles = esr.Void !== '1' && esr.PosA.some(isPosition);
  const Tag = [...(training ? trainingTags(program) : []), ...(hasArticles ? [NO_INVOICE_TAG] : [])];
  const text = 'ESR.NF: articles of a nonfiscal record are no sale, and are not in SAF-T';
  const warnings = hasArticles && isLikeInvoice(esr) ? [text] : [];
  return { ...(Tag.length > 0 && { fis: { Tag } }), changes: {}, warnings, issues: [] };
}

const NO_INVOICE_TAG: Tag = { Label: '', Name: 'NoInvoice', Value: NO_INVOICE };

/** Training shows who made the program, to be printed in the place of the shop, and what it is. */
function trainingTags({ producer }: Program): Tag[] {
  return [
    { Label: '', Name: 'Producer', Value: producerLegend(producer) },
    { Label: '', Name: 'Training', Value: TRAINING_LEGEND },
  ];
}

function refuse(...[code, path, text]: Parameters<typeof issue>): Fiscalised {
  return { changes: {}, warnings: [], issues: [issue(code, path, text)] };
}

/**
 * Within a series dates do not go back, and none is before its first day, which the
 * authority knows. It is the POS's fault unless the series has come to a later day
 * than the clock shows.
 */
function dayIssue(
  date: string,
  id: string,
  { date: last, from, ...series }: Series,
  today: string,
): Issue | null {
  if (date < last) {
    const text = `${date} is before ${last}, the date of the last document of series ${id}`;
    if (last <= today) return issue('#PT_D_ORDER', 'ESR.D', text);
    const fix = `check date and time of the machine; the series goes on on ${last}, or a manager lets a new one begin on the control page`;
    return { ...issue('#CLOCK_BEHIND', '', `${text}: ${fix}`), values: { last } };
  }
  if (date >= from || isOwnCode(series)) return null;
  if (from > today)
    return issue('#PT_SERIES_FROM', '', `the tax authority knows series ${id} from ${from} on`);
  return issue('#PT_D_ORDER', 'ESR.D', `${date} is before ${from}, the first day of series ${id}`);
}

/** A document with its number, before it is signed. */
interface Numbered {
  /** Id of its series. */
  id: string;
  last: Series;
  sequence: number;
  FN: string;
  /** System entry time, `YYYY-MM-DDThh:mm:ss`, local. */
  entry: string;
  key: SigningKey;
}

function number(draft: Draft, id: string, last: Series, state: State, context: ReceiptContext): Fiscalised {
  const { esr, original } = draft;
  const { type } = draft.wanted;
  const date = esr.D.slice(0, 10);
  const misdated = original ? null : dayIssue(date, id, last, context.now.slice(0, 10));
  if (misdated) return { changes: {}, warnings: [], issues: [misdated] };
  // The clock goes back at the latest each October: entry times must not.
  const entry = context.now < last.entry ? last.entry : context.now;
  const sequence = last.number + 1;
  const FN = `${id}/${sequence}`;
  const numbered = { id, last, sequence, FN, entry, key: context.key()! };
  if (!isSigned(type)) return documentOf(draft, numbered, '', state, context);
  const parts = { date, entry, id: FN, gross: amountText(Math.abs(total(esr)), 2) };
  const { privateKey } = numbered.key;
  if (!context.busy) {
    const hash = signText(signedText(parts, last.hash), privateKey);
    return documentOf(draft, numbered, hash, state, context);
  }
  const chain = seriesKey(id);
  return {
    ...documentOf(draft, numbered, null, state, context),
    unsigned: {
      ...{ chain, key: privateKey, algorithm: ALGORITHM, text: signedText(parts, ''), previous: last.hash },
      complete: (hash) => ({
        fis: fiscalData(draft, numbered, hash, context),
        changes: { [chain]: seriesAfter(draft, numbered, hash) },
      }),
    },
  };
}

/** The series behind a document. */
function seriesAfter({ esr }: Draft, { last, sequence, entry }: Numbered, hash: string): Series {
  return { ...last, number: sequence, hash, date: esr.D.slice(0, 10), entry };
}

/** @param hash signature, empty for documents that are not signed; null while it is still to be made */
function documentOf(
  draft: Draft,
  numbered: Numbered,
  hash: string | null,
  state: State,
  context: ReceiptContext,
): Fiscalised {
  const { esr, original, references, wanted } = draft;
  const { type } = wanted;
  const { id, last, FN, entry } = numbered;
  const date = esr.D.slice(0, 10);
  const movement = movementOf(esr, type, { entry, recovered: original !== null, cfg: context.cfg });
  return {
    FN,
    fis: hash === null ? {} : fiscalData(draft, numbered, hash, context),
    changes: {
      ...withSeries(state, id, seriesAfter(draft, numbered, hash ?? '')),
      ...(!draft.world.training && reopened(date, state)),
      ...(original &&
        recoveryChanges(
          original,
          { FN, date, whole: Math.abs(total(esr)) },
          state,
          draft.world.test,
          context.now,
        )),
      ...referenceChanges(esr, FN, references, state, draft.world, entry),
      ...(!draft.world.training && unreferencedChanges(esr, type, FN, context.originals, state)),
    },
    warnings: [
      ...clockWarnings(draft, id, last, context.now),
      ...referenceWarnings(esr, type, context.originals, references),
      ...cashVatWarnings(type, context.cfg),
      ...movementWarnings(esr, type, movement),
      ...(draft.world.training ? [] : advice(esr, type)),
      ...exportWarnings(esr),
    ],
    issues: [],
  };
}

/** @param hash signature, empty for documents that are not signed */
function fiscalData(
  draft: Draft,
  { last, sequence, FN, entry, key }: Numbered,
  hash: string,
  context: ReceiptContext,
): Fis {
  const { esr, original, references } = draft;
  const { type } = draft.wanted;
  const [reference = null] = references;
  const lines = lineReferences(esr, references);
  const date = esr.D.slice(0, 10);
  const atcud = `${last.code}-${sequence}`;
  const region = regionOf(context.cfg);
  const { certificate } = context.program();
  const characters = hash === '' ? '0' : printedCharacters(hash);
  const isOfCashVat = isCashVat(esr, type, context.cfg);
  const movement = movementOf(esr, type, { entry, recovered: original !== null, cfg: context.cfg });
  const buyer = customerTaxId(esr);
  const withoutValue = classOf(type) !== 'SI' && total(esr) === 0;
  const Code = qrPayload({
    issuerTaxId: bareTaxId(context.cfg.Cmp.TaxId),
    buyerTaxId: buyer ?? FINAL_CONSUMER,
    buyerCountry: buyerCountry(esr),
    type,
    status: 'N',
    date,
    id: FN,
    atcud,
    taxes: withoutValue
      ? []
      : qrTaxes({ PosA: esr.PosA, TaxA: taxLinesOf(esr) }, date, region, taxTable(context)),
    region,
    gross: total(esr),
    withheld: withheld(esr),
    characters,
    certificate,
    ...(typeof esr.PT_QRText === 'string' && { text: esr.PT_QRText }),
  });
  const legend = hash === '' ? plainLegend(certificate) : certificationLegend(characters, certificate);
  const Tag: Tag[] = [
    { Label: 'NIF', Name: 'CustomerTaxId', Value: buyer ?? 'Consumidor final' },
    ...references.map(({ number }) => ({ Label: 'Referência', Name: 'Reference', Value: number })),
    ...(type !== 'NC' || esr.Rsn === undefined ? [] : [{ Label: 'Motivo', Name: 'Reason', Value: esr.Rsn }]),
    ...(original ? [{ Label: '', Name: 'Original', Value: recoveredLegend(type, original) }] : []),
    ...(draft.world.training ? trainingTags(context.program()) : []),
    ...(movement === null ? [] : movementTags(movement)),
    ...cashVatTags(type, isOfCashVat),
    // Training says already that it is none.
    ...(last.test && !draft.world.training ? [{ Label: '', Name: 'Test', Value: TEST_LEGEND }] : []),
    ...withholdingTags(esr),
    ...exemptionTags(esr),
    ...(classOf(type) === 'SI' && !draft.world.training ? [] : [NO_INVOICE_TAG]),
    { Label: '', Name: 'Certification', Value: legend },
    // Last, because it has to stand directly above the QR code.
    { Label: 'ATCUD', Name: 'ATCUD', Value: atcud },
  ];
  const { producer } = context.program();
  return {
    Code,
    Tag,
    ...(hash !== '' && { PT_Hash: hash, PT_HashControl: hashControl(key, draft) }),
    PT_SystemEntryDate: entry,
    ...(isOfCashVat && { PT_CashVAT: '1' }),
    ...(movement !== null && movementFields(movement)),
    ...(region !== 'PT' && { PT_Region: region }),
    ...(reference && { PT_Reference: reference.number }),
    ...(typeof reference?.date === 'string' && { PT_ReferenceDate: reference.date }),
    ...(reference?.own && reference.own.FN !== reference.number && { PT_OwnReference: reference.own.FN }),
    ...(lines.length > 0 && { PT_LineReferences: lines }),
    ...(last.test && { PT_Test: '1' }),
    ...(draft.world.training && { PT_Producer: producerLegend(producer) }),
  };
}

/** Key version; of a recovered document also what it is recovered from (Despacho 8632/2014). */
function hashControl(key: SigningKey, { wanted, original }: Draft): string {
  if (!original) return String(key.version);
  return `${key.version}-${wanted.type}${original.mark === 'M' ? 'M' : 'D'} ${original.number}`;
}

function clockWarnings({ esr, original }: Draft, id: string, last: Series, now: string): string[] {
  const warnings: string[] = [];
  const date = esr.D.slice(0, 10);
  if (now < last.entry) {
    warnings.push(
      `the system clock shows ${now}, before the last document of ${last.entry}; that time is kept`,
    );
  }
  if (!original && date > now.slice(0, 10)) {
    warnings.push(`ESR.D: ${date} is in the future; until then series ${id} takes no earlier date`);
  }
  return warnings;
}
