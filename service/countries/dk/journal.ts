/** The Danish journal of cash registers (digitalt salgsregistreringssystem): what is signed, and with which key. */
import { X509Certificate } from 'node:crypto';
import { originalTags, type MarkWords } from '../base/cash-register/tags.ts';
import type { JournalLaw } from '../base/cash-register/law.ts';
import { issue } from './codes.ts';
import { CERTIFICATES } from './credentials.ts';
import { cvrOf } from './cvr.ts';
import { excerpt, isSignature, signedText, signText } from './signature.ts';
import { REPORT_WORDS } from './report-words.ts';

/** Marks on paper. */
export const MARKS: MarkWords = {
  training: 'TRÆNING – IKKE EN KVITTERING',
  provisional: 'FORELØBIG – IKKE EN KVITTERING',
};

/** See {@link JournalLaw}. */
export const LAW: JournalLaw = {
  country: 'DK',
  text: signedText,
  company: ({ Cmp }) => cvrOf(Cmp.TaxId),
  key(context) {
    const own = CERTIFICATES.of(context, context.cfg);
    return (
      own && {
        name: own.certificate.fingerprint256,
        shown: own.certificate.raw.toString('base64'),
        sign: (text) => signText(text, own.key),
      }
    );
  },
  keyIssue: () => issue('#DK_KEY', '', 'the company has no certificate on this machine'),
  verify(text, signature, shown) {
    try {
      const certificate = new X509Certificate(Buffer.from(shown, 'base64'));
      return isSignature(text, signature, certificate.publicKey);
    } catch {
      return false;
    }
  },
  tags: (numbered, signature, esr) => [
    { Label: 'Nr.', Name: 'Nr', Value: String(numbered.nr) },
    { Label: 'Kasse', Name: 'Register', Value: numbered.register },
    ...originalTags(numbered, esr, 'Oprindeligt bilag', MARKS),
    { Label: 'Signatur', Name: 'Signature', Value: excerpt(signature) },
  ],
  report: REPORT_WORDS,
  provisional: [{ Label: '', Name: 'Provisional', Value: MARKS.provisional }],
};
