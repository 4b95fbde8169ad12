/** Systems that are no VERI*FACTU: records are signed and kept, and shown when they are asked for (RD 1007/2023, art. 9 to 12). */
import type { Json } from '../../../receipt/json.ts';
import { verifyXades } from '../../base/xades-verify.ts';
import type { CancelledDocument, IssuedDocument } from '../document.ts';
import type { FiscalSystem, Kept, Made, Making } from '../system.ts';
import { makeAlta, makeCancel, recordOf, recordProblems, type SignRecord } from '../verifactu/make.ts';
import { RECORD_NAMESPACE } from '../verifactu/record.ts';
import { signerOf, unsigned } from './sign.ts';
import { counted } from './tally.ts';

/** See {@link FiscalSystem}. */
export const signed: FiscalSystem = {
  region: 'signed',
  issue: (document, making) => made(document, making, (sign) => makeAlta(document, making, { sign })),
  cancel: (document, making) => made(document, making, (sign) => makeCancel(document, making, { sign })),
  // Nobody refuses what nobody is told; a correction is a record behind the first one.
  correct: (document, making) =>
    made(document, making, (sign) =>
      'kind' in document
        ? makeAlta(document, making, { correction: { rejected: 'N' }, sign })
        : makeCancel(document, making, { sign }),
    ),
  problems,
};

/** Makes a record with its signature, and counts it for the next summary of the event log. */
function made(
  document: IssuedDocument | CancelledDocument,
  { context, state }: Making,
  make: (sign: SignRecord) => Made,
): Made {
  const sign = signerOf(context);
  if (!sign) return unsigned();
  const record = make(({ name, content, link }) =>
    sign({ name, content, namespace: RECORD_NAMESPACE, hash: link.hash }),
  );
  return 'issue' in record ? record : { ...record, changes: counted(state, document, record.chain) };
}

function problems(kept: Kept, before: Json | null): string[] {
  const found = recordProblems(kept, before);
  if (found.length > 0) return found;
  const verdict = verifyXades(Buffer.from(recordOf(kept).xml));
  return 'flaw' in verdict ? [`its signature is wrong: ${verdict.problem}`] : [];
}
