/** Numbers a Spanish receipt and makes its record: number, record and chain are one step. */
import { qrLook } from '../../receipt/qr-look.ts';
import { isTraining, type CompleteEsr } from '../../receipt/tra.ts';
import { trainingTag } from '../base/online/tags.ts';
import type { Fiscalised, ReceiptContext } from '../contract/fiscalise.ts';
import type { State } from '../contract/state.ts';
import { issue } from './codes.ts';
import { ENVIRONMENT } from './credentials.ts';
import type { IssuedDocument } from './document.ts';
import { TRAINING } from './paper.ts';
import { cancelledDocument, isDocument, issuedDocument, isSimplified, kindOf } from './receipt-document.ts';
import { regionOf } from './region.ts';
import { checkReplaced, replaced, takenBack } from './replacement.ts';
import { chainKey, fullNumber, installationOf, nextId } from './series.ts';
import { keptOf, type FiscalSystem, type Kept, type Made } from './system.ts';
import { systemOf } from './systems.ts';

/** Days until a record that waits is a worry: the law only says "at once". */
const WORRY_DAYS = 2;
const DAY_MS = 24 * 3_600_000;
const NOTHING: Fiscalised = { changes: {}, warnings: [], issues: [] };

/** {@link Country.fiscalise} of Spain. */
export async function fiscalise(
  esr: CompleteEsr,
  state: State,
  context: ReceiptContext,
): Promise<Fiscalised> {
  if (isTraining(esr)) return { ...NOTHING, fis: { Tag: [trainingTag(TRAINING)] } };
  if (!isDocument(esr)) return NOTHING;
  return esr.Void === '1' ? cancelled(esr, state, context) : issued(esr, state, context);
}

async function issued(esr: CompleteEsr, state: State, context: ReceiptContext): Promise<Fiscalised> {
  const system = systemOf(regionOf(context));
  if (!system) {
    const text = `this version has no system for ${regionOf(context)}; change the attribute ES_Region`;
    return { ...NOTHING, issues: [issue('#ES_SYSTEM', '', text)] };
  }
  const test = ENVIRONMENT.isTest(context);
  const kind = kindOf(esr, context.originals);
  const misplaced = kind === 'F3' ? checkReplaced(esr, state, context, test) : [];
  if (misplaced.length > 0) return { ...NOTHING, issues: misplaced };
  const { id, changes: counted } = nextId(esr, kind, test, state);
  const document = issuedDocument(esr, id, kind, context.cfg, context.originals);
  if (!isSimplified(kind) && document.recipients.length === 0) {
    const text = `${kind} needs a customer with name and tax number`;
    return { ...NOTHING, issues: [issue('#ES_RECIPIENT', 'ESR.Ctm.TaxId', text)] };
  }
  const issues = system.check?.(document, context) ?? [];
  if (issues.length > 0) return { ...NOTHING, issues };
  const { installation, changes: begun } = installationOf(state, esr, context.now);
  const chain = state.get(chainKey(system.region, test)) ?? null;
  const made = await system.issue(document, { chain, state, test, installation, context });
  const fiscalised = withRecord(system, made, { test, installation, operation: 'issue', document }, context);
  return {
    ...fiscalised,
    FN: fullNumber(id),
    ...(fiscalised.fis && { fis: { ...fiscalised.fis, FN: fullNumber(id) } }),
    changes: {
      ...fiscalised.changes,
      ...counted,
      ...begun,
      ...(kind === 'F3' && replaced(id, context)),
    },
    warnings: [...fiscalised.warnings, ...warningsOf(document)],
  };
}

function warningsOf({ kind, references }: IssuedDocument): string[] {
  return kind.startsWith('R') && references.length === 0
    ? [
        'ESR.RFN: the correction does not say of which document; name it by RFN with RD, or by RTL, RTT and RTN',
      ]
    : [];
}

/** A void takes the whole original back; what the law never saw needs no record. */
async function cancelled(esr: CompleteEsr, state: State, context: ReceiptContext): Promise<Fiscalised> {
  const original = context.originals.find(({ path }) => path === 'ESR')?.record;
  const kept = original ? keptOf(original) : null;
  if (!original || kept?.operation !== 'issue') return NOTHING;
  const system = systemOf(kept.region);
  if (!system)
    return { ...NOTHING, issues: [issue('#ES_SYSTEM', '', `this version has no system for ${kept.region}`)] };
  const { test } = kept;
  const { installation, changes: begun } = installationOf(state, esr, context.now);
  const chain = state.get(chainKey(system.region, test)) ?? null;
  const document = cancelledDocument(kept.document as IssuedDocument);
  const refused = refusedSlot(state, original.SQ);
  const made = await system.cancel(
    document,
    { chain, state, test, installation, context },
    kept,
    refused !== null,
  );
  const fiscalised = withRecord(system, made, { test, installation, operation: 'cancel', document }, context);
  // Nobody has to correct a record any more whose document is taken back.
  const settled = refused === null ? {} : { [refused]: null };
  const changes = { ...fiscalised.changes, ...begun, ...settled, ...takenBack(original, state) };
  return { ...fiscalised, changes };
}

/** Where the queue has a receipt that the authority has refused; null when it has none. */
export function refusedSlot(state: State, sq: number): string | null {
  for (const key of state.keys()) {
    if (!key.startsWith('Delivery/')) continue;
    const entry = state.get(key) as { sq?: number; refused?: unknown } | null | undefined;
    if (entry?.sq === sq && entry.refused) return key;
  }
  return null;
}

/** A record with what a system has made of it. */
export function withRecord(
  system: FiscalSystem,
  made: Made,
  about: Omit<Kept, 'region' | 'record'>,
  context: Pick<ReceiptContext, 'now' | 'attributes' | 'drawQr'>,
): Fiscalised {
  if ('issue' in made) return { ...NOTHING, issues: [made.issue] };
  const { record, chain, fis, changes, warnings = [] } = made;
  const kept = { ...about, region: system.region, record } satisfies Kept;
  return {
    ...NOTHING,
    fis: { ...fis, ...pictureOf(fis.Code, context), ...ENVIRONMENT.mark(about.test) },
    kept,
    changes: { ...changes, [chainKey(system.region, about.test)]: chain },
    warnings,
    ...(system.telling && { deliverBy: deliverBy(context.now) }),
  };
}

/** `Fis_QR` asks for the code as a picture. */
function pictureOf(
  code: string | undefined,
  { attributes, drawQr }: Pick<ReceiptContext, 'attributes' | 'drawQr'>,
): { QR?: string } {
  const look = qrLook(attributes().text('Fis_QR'));
  return code === undefined || !look ? {} : { QR: drawQr(code, look).toString('base64') };
}

/** Until when a record should be told, local time. */
export function deliverBy(now: string): string {
  return new Date(Date.parse(`${now}Z`) + WORRY_DAYS * DAY_MS).toISOString().slice(0, 19);
}
