/** What a receipt gets from the TSE (doc 3, Fis: Type, TID, Code), and what its record keeps. */
import type { Json } from '../../receipt/json.ts';
import { qrLook } from '../../receipt/qr-look.ts';
import { isTraining, type CompleteEsr, type Fis, type Tag } from '../../receipt/tra.ts';
import type { Fiscalised, ReceiptContext } from '../contract/fiscalise.ts';
import type { CountryServices } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { TseIdentity } from '../contract/tse.ts';
import { beginOf } from './begin.ts';
import { rateWarnings } from './checks.ts';
import { closingEntry } from './closings.ts';
import { issue } from './codes.ts';
import type { Given } from './device.ts';
import type { Kept, KeptLoose, KeptProcess, KeptSignature } from './kept.ts';
import { keptReferences } from './kept-references.ts';
import { isClosing } from './kind.ts';
import { known, lastKnown, openKey, withLoose, type Loose } from './open.ts';
import { failed, worked } from './outages.ts';
import { begun as begunPeriod, closed, closingOf, periodWith } from './period.ts';
import { qrCode } from './qr.ts';
import { gapTold } from './restored.ts';
import { germanTime } from './times.ts';
import { certificateOf, known as knownTse, tseName } from './tse-name.ts';

const NOTHING: Fiscalised = { changes: {}, warnings: [], issues: [] };
const MOST_FAILURE = 200;
/** What receipts say while the TSE is out of order. */
export const FAILED_MARK = 'TSE AUSGEFALLEN';
const TRAINING_MARK = 'TRAINING';
/** What receipts say whose TSE is one for tests. */
export const TEST_MARK = 'TESTBELEG';

/** {@link Country.fiscalise} of Germany. */
export function fiscalise(esr: CompleteEsr, state: State, context: ReceiptContext): Fiscalised {
  const given = context.device as unknown as Given | undefined;
  if (!given) return NOTHING;
  const { process, client, failure, loose, begun } = given;
  const [SQ, D] = [context.sq ?? 0, context.now];
  const identity = given.signature && identityOf(given.signature.Serial, state, context);
  const signature = given.signature && { ...given.signature, ...certificateOf(identity, state) };
  const times = { Begin: beginOf(given.begin, esr.D), End: esr.D };
  const period = periodWith(state, context, { SQ, D, Client: client, signature, process: times });
  const kept: KeptProcess = {
    ...{ Z: period.Nr, Bon: process.bon, ...(process.name !== undefined && { BonName: process.name }) },
    ...{ Client: client, Type: process.type, Data: process.data },
    ...times,
    ...(signature && { Tse: signature }),
    ...(failure && { Failure: `${failure.trouble}: ${failure.text}`.slice(0, MOST_FAILURE) }),
    ...(context.originals.length > 0 && { References: keptReferences(context.originals, state) }),
    ...(loose.length > 0 && { Loose: loose }),
  };
  const aboutLoose = ({ Serial, TID }: KeptLoose): Partial<Loose> => ({
    ...(signature?.Serial === Serial && { Has: signature.TID }),
    ...(!signature &&
      TID === null && {
        ...{ Data: process.data, After: lastKnown(Serial, state), Till: context.clock.now() },
      }),
  });
  const changes: Record<string, Json> = {
    ...begunPeriod(period, { signature, identity }, state),
    ...(begun && { [openKey(begun)]: null }),
    ...(signature ? { ...known(signature.Serial, signature.TID, state), ...worked(state, D) } : {}),
    ...(failure && failed(state, { D, SQ, trouble: failure.trouble, reason: failure.text })),
    ...withLoose(state, loose, SQ, aboutLoose),
    ...gapTold(context),
  };
  const record: Kept = { Process: kept };
  if (isClosing(esr)) {
    const identities = { ...(signature && identity && { [tseName(signature)]: identity }) };
    const closing = closingOf(period, { SQ, D }, state);
    record.Closing = { ...closing, identities: { ...closing.identities, ...identities } };
    Object.assign(changes, closed(period), closingEntry(record.Closing));
  }
  const notice = failure
    ? issue('#DE_TSE_FAILED', '', `the TSE did not sign (${failure.trouble}): ${failure.text}`)
    : null;
  const kind = {
    ...{ trains: isTraining(esr), closing: isClosing(esr) ? period.Nr : null },
    tests: isTestReceipt(signature, context),
  };
  return {
    ...NOTHING,
    fis: fisOf(kept, identity, kind, context),
    kept: record as unknown as Json,
    changes,
    warnings: rateWarnings(esr),
    ...(notice && { notice }),
  };
}

/** Who has signed: as the unit says, else as it is known from before. */
function identityOf(serial: string, state: State, { tses }: ReceiptContext): TseIdentity | null {
  const unit = tses?.units.find(({ identity }) => identity?.serial === serial);
  return unit?.identity ?? knownTse(serial, state);
}

/** Signed by a TSE for tests; where none has signed, the one that should have is one. */
function isTestReceipt(signature: KeptSignature | null, { tses }: ReceiptContext): boolean {
  const units = tses?.units ?? [];
  const by = signature ? units.find(({ identity }) => identity?.serial === signature.Serial) : units[0];
  return by?.isTest === true;
}

function fisOf(
  kept: KeptProcess,
  identity: TseIdentity | null,
  kind: { trains: boolean; tests: boolean; closing: number | null },
  services: Pick<CountryServices, 'attributes' | 'drawQr'>,
): Fis {
  const { Type, Begin, End, Tse, Client } = kept;
  const code = identity && qrCode(kept, identity);
  const picture = code === null ? null : pictureOf(code, services);
  const tag = (Label: string, Name: string, Value: string): Tag => ({ Label, Name, Value });
  const marks = [
    ...(kind.trains ? [tag('', 'Training', TRAINING_MARK)] : []),
    ...(kind.tests ? [tag('', 'TSE_Test', TEST_MARK)] : []),
    ...(Tse ? [] : [tag('', 'TSE_Failure', FAILED_MARK)]),
    ...(kind.closing === null ? [] : [tag('Z-Nr.', 'Z_NR', String(kind.closing))]),
  ];
  const begin = tag('Vorgangsbeginn', 'BON_START', germanTime(Begin));
  const signature = Tse
    ? [
        ...(germanTime(Begin) === germanTime(Tse.Start) ? [] : [begin]),
        tag('TSE-Transaktion', 'TSE_TANR', String(Tse.TID)),
        tag('Beginn', 'TSE_TA_START', germanTime(Tse.Start)),
        tag('Ende', 'TSE_TA_ENDE', germanTime(Tse.End)),
        tag('Signaturzähler', 'TSE_TA_SIGZ', String(Tse.Counter)),
        tag('Prüfwert', 'TSE_TA_SIG', Tse.Signature),
        tag('TSE-Seriennr.', 'TSE_SERIAL', Tse.Serial),
      ]
    : [begin, tag('Vorgangsende', 'BON_ENDE', germanTime(End))];
  return {
    Type,
    ...(Tse && { TID: Tse.TID }),
    StartD: Begin,
    ...(code !== null && { Code: code }),
    ...(picture !== null && { QR: picture }),
    Tag: [...marks, ...signature, tag('Kassen-Seriennr.', 'KASSE_SERIENNR', Client)],
  };
}

/** The QR code as a picture (`Fis_QR`); null where none is wanted, or where it is too long for one. */
function pictureOf(code: string, { attributes, drawQr }: Pick<CountryServices, 'attributes' | 'drawQr'>) {
  const look = qrLook(attributes().text('Fis_QR'));
  if (!look) return null;
  try {
    return drawQr(code, look).toString('base64');
  } catch {
    return null;
  }
}
