/** The Norwegian journal of cash registers (kassasystemlova): what is signed, and with which key. */
import { originalTags, type MarkWords } from '../base/cash-register/tags.ts';
import type { JournalLaw } from '../base/cash-register/law.ts';
import { issue } from './codes.ts';
import { journalKey, keyOf } from './key.ts';
import { organisationOf } from './organisation.ts';
import { isSignature, signedText, signText } from './signature.ts';
import { REPORT_WORDS } from './report-words.ts';

/** Marks on paper. */
export const MARKS: MarkWords = {
  training: 'TRENING – IKKE KVITTERING FOR KJØP',
  provisional: 'FORELØPIG KVITTERING – IKKE KVITTERING FOR KJØP',
};

/** See {@link JournalLaw}. */
export const LAW: JournalLaw = {
  country: 'NO',
  text: signedText,
  company: ({ Cmp }) => organisationOf(Cmp.TaxId),
  key: journalKey,
  keyIssue: () => issue('#NO_SUPPLIER_KEY', '', 'there is no key of the supplier on this machine'),
  copyIssue: (path, text) => issue('#NO_COPY', path, text),
  verify(text, signature, shown, { vault }) {
    if (!shown.startsWith('HMAC ')) return isSignature(text, signature, shown);
    const key = vault ? keyOf(vault, shown) : null;
    return key && signText(text, key) === signature;
  },
  tags: (numbered, signature, esr) => [
    { Label: 'Nr.', Name: 'Nr', Value: String(numbered.nr) },
    { Label: 'Kasse', Name: 'Register', Value: numbered.register },
    ...originalTags(numbered, esr, 'Opprinnelig kvittering', MARKS),
    { Label: 'Signatur', Name: 'Signature', Value: signature },
  ],
  report: REPORT_WORDS,
  provisional: [{ Label: '', Name: 'Provisional', Value: MARKS.provisional }],
};
