/** The certificate by which the authority knows a register in the cloud: imported on the page, kept in the vault. */
import { X509Certificate } from 'node:crypto';
import { readKeyFile } from '../../certificates/read.ts';
import { isTree } from '../../receipt/tree.ts';
import { note, refuse, textOf, DONE, type Action } from '../base/action.ts';
import { lastDayOf } from '../base/online/company-certificate.ts';
import { pageIssue } from '../contract/described-page/issue.ts';
import type { CertificatePart } from '../contract/described-page/page.ts';
import { words } from '../contract/described-page/words.ts';
import type { RegisterFiscalPrinter } from '../contract/fiscal-printer.ts';
import type { CountryContext } from '../contract/services.ts';
import { printerOf } from './memory.ts';

const DAY_MS = 24 * 3_600_000;

/** What the page shows of it; null for none. */
export function certificateFacts(
  { vault, now }: Pick<CountryContext, 'vault' | 'now'>,
  { clientName }: Pick<RegisterFiscalPrinter, 'clientName'>,
): CertificatePart['certificate'] {
  const kept = clientName === undefined ? null : vault.get(clientName);
  if (!isTree(kept) || typeof kept.certificate !== 'string') return null;
  const certificate = new X509Certificate(kept.certificate);
  const validTill = lastDayOf(certificate);
  const daysLeft = Math.round((Date.parse(validTill) - Date.parse(now.slice(0, 10))) / DAY_MS);
  return { subject: certificate.subject, issuer: certificate.issuer, validTill, daysLeft };
}

/** Import and removal. */
export const CERTIFICATE_ACTIONS: Readonly<Record<string, Action>> = {
  async *certificate(input, _state, context) {
    const name = printerOf(context)?.clientName;
    if (name === undefined) return refuse('', 'error.noPrinter');
    const read = await readKeyFile(Buffer.from(textOf(input, 'file'), 'base64'), textOf(input, 'password'));
    if ('problem' in read) {
      const path = read.problem === 'wrong-password' ? 'password' : 'file';
      return { issues: [pageIssue(path, read.text, words(`error.file.${read.problem}`))] };
    }
    const { key, certificate, chain } = read;
    await context.vault.set(name, {
      certificate: [certificate, ...chain].map(String).join(''),
      key: key.export({ type: 'pkcs8', format: 'pem' }) as string,
    });
    yield note('certificate-entered', { Serial: certificate.serialNumber, Till: certificate.validTo });
    return DONE;
  },
  async *'forget-certificate'(_input, _state, context) {
    const name = printerOf(context)?.clientName;
    if (name === undefined) return refuse('', 'error.noPrinter');
    await context.vault.set(name, null);
    yield note('certificate-removed', {});
    return DONE;
  },
};
