/** TicketBAI of the three provinces as systems of Spain. */
import { randomUUID } from 'node:crypto';
import type { Json } from '../../../receipt/json.ts';
import { tag } from '../../base/online/tags.ts';
import type { CompanyCertificate } from '../../base/online/company-certificate.ts';
import { issue } from '../codes.ts';
import { CERTIFICATES } from '../credentials.ts';
import type { IssuedDocument } from '../document.ts';
import { spanishTime } from '../moment.ts';
import type { FiscalSystem, Made, Making } from '../system.ts';
import { cancelledFis, TEXTS } from '../verifactu/make.ts';
import { checkDocument } from './checks.ts';
import { addressOf, identifierOf, type Identified } from './code.ts';
import {
  SIGNATURE_CHARACTERS,
  tbaiRecord,
  type ChainEnd,
  type Fingerprint,
  type TbaiRecord,
} from './fingerprint.ts';
import { cancellationContent, invoiceContent } from './invoice-xml.ts';
import { problemsOf } from './problems.ts';
import { PROVINCES, type Province } from './provinces.ts';
import { factsOf, licenseOf, softwareOf, worriesOf } from './settings.ts';
import { signCancellation, signInvoice, type TbaiSigning } from './sign.ts';
import { tell } from './telling.ts';
import { MOST_FILES } from './lroe.ts';
import { cancellationCorrection, invoiceCorrection } from './zuzendu.ts';

/** Files that are sent one after the other before it is looked what else there is to do. */
const MOST_AT_ONCE = 10;

const OVER = 'the certificate has ended: the treasury may refuse what it has signed';

/** The systems of Araba, Bizkaia and Gipuzkoa. */
export const TICKETBAI: readonly FiscalSystem[] = Object.values(PROVINCES).map(systemOf);

function systemOf(province: Province): FiscalSystem {
  const most = province.paths === null ? MOST_FILES : MOST_AT_ONCE;
  return {
    region: province.region,
    check: checkDocument,
    worries: (context) => worriesOf(province, context),
    facts: (context) => factsOf(province, context),
    issue: (document, making) => issued(document, making, province),
    cancel: ({ id, issuer }, making, _original, wasRefused) => {
      const signing = signingOf(province, making);
      if ('issue' in signing) return signing;
      const fingerprint = fingerprintOf(null, making);
      const content = cancellationContent({ id, issuer }, fingerprint);
      const { xml, signatureValue } = signCancellation(content, signing);
      const record: TbaiRecord = {
        ...{ sent: 'cancel', xml, signature: signatureValue, end: endOf(making.chain), fingerprint },
        ...(wasRefused && { mayBeUnknown: true as const }),
      };
      return made(record, cancelledFis({ id, issuer }, making.test));
    },
    correct: (document, making, before, state) => {
      const earlier = tbaiRecord(before.record);
      if (!earlier) return { issue: issue('#ES_REFUSED', '', 'the record that is to be corrected is none') };
      const { fingerprint, signature } = earlier;
      const end = endOf(making.chain);
      // The book of Bizkaia takes the file as it was printed; what is told beside it comes from the settings.
      if (province.paths === null) return made({ ...earlier, end }, { Tag: [] });
      const isCancel = earlier.sent === 'cancel' || earlier.sent === 'correct-cancel';
      // What may have changed is the program's licence.
      const parts = { signature, fingerprint: { ...fingerprint, software: softwareOf(making.context) } };
      const action = state === 'rejected' ? 'SUBSANAR' : 'MODIFICAR';
      const xml = isCancel
        ? cancellationCorrection(document, parts)
        : invoiceCorrection(action, document as IssuedDocument, parts);
      const sent = isCancel ? 'correct-cancel' : 'correct-issue';
      return made({ sent, xml, signature, end, fingerprint: parts.fingerprint }, { Tag: [] });
    },
    telling: {
      mayTell: () => true,
      most,
      tell: (records, context, how) => tell(province, records, context, how),
    },
    problems: (kept, before) => problemsOf(kept, before, province),
  };
}

function issued(document: IssuedDocument, making: Making, province: Province): Made {
  const signing = signingOf(province, making);
  if ('issue' in signing) return signing;
  const fingerprint = fingerprintOf(endOf(making.chain), making);
  const { xml, signatureValue } = signInvoice(invoiceContent(document, fingerprint), signing);
  const { id, issuer, total } = document;
  const end: ChainEnd = { ...id, signature: signatureValue.slice(0, SIGNATURE_CHARACTERS) };
  const identified: Identified = { ...id, nif: issuer.nif, total, signatureValue };
  const identifier = identifierOf(identified);
  const { qr } = making.test ? province.test : province.production;
  const isOver = signing.certificate.validToDate.getTime() < making.context.clock.now();
  const result = made(
    { sent: 'issue', xml, signature: signatureValue, end, fingerprint },
    {
      Code: addressOf(qr, identified),
      ES_TBAI_Code: identifier,
      Tag: [tag('TicketBAI', 'TBAI', identifier), ...(making.test ? [tag('', 'Test', TEXTS.test)] : [])],
    },
  );
  return isOver ? { ...result, warnings: [OVER] } : result;
}

function made(
  record: TbaiRecord,
  fis: Extract<Made, { fis: unknown }>['fis'],
): Extract<Made, { fis: unknown }> {
  return { record, chain: record.end, fis };
}

/** Who signs, or why nobody can. */
function signingOf(
  province: Province,
  { test, context }: Making,
): TbaiSigning | { issue: ReturnType<typeof issue> } {
  const certificate: CompanyCertificate | null = CERTIFICATES.of(context, context.cfg);
  if (!certificate) {
    const text = 'enter the certificate of the company on the page Spain';
    return { issue: issue('#ES_CERTIFICATE', '', text) };
  }
  if (!test && licenseOf(context) === undefined) {
    const text = `set ES_TBAI_License, the licence of this program in ${province.name}`;
    return { issue: issue('#ES_LICENSE', '', text) };
  }
  const { key, certificate: own } = certificate;
  return {
    province,
    key,
    certificate: own,
    time: spanishTime(context.clock.now(), context.cfg),
    id: randomUUID(),
  };
}

function fingerprintOf(previous: ChainEnd | null, { context, installation }: Making): Fingerprint {
  return { previous, software: softwareOf(context), device: installation };
}

function endOf(chain: Json | null): ChainEnd | null {
  return chain as ChainEnd | null;
}
