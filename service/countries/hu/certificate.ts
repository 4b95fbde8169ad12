/** The certificate by which the authority knows a register in the cloud: imported on the page, kept in the vault. */
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { readKeyFile } from '../../certificates/read.ts';
import { writeRequest } from '../../certificates/request.ts';
import { isTree } from '../../receipt/tree.ts';
import { note, refuse, textOf, DONE, type Action } from '../base/action.ts';
import { lastDayOf } from '../base/online/company-certificate.ts';
import { pageIssue } from '../contract/described-page/issue.ts';
import type { CertificatePart } from '../contract/described-page/page.ts';
import { words } from '../contract/described-page/words.ts';
import type { RegisterFiscalPrinter } from '../contract/fiscal-printer.ts';
import type { CountryContext } from '../contract/services.ts';
import type { Outcome, Work } from '../contract/work.ts';
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

/** Whether one was asked for that is not here yet. */
export function isRequested(
  { vault }: Pick<CountryContext, 'vault'>,
  { clientName }: Pick<RegisterFiscalPrinter, 'clientName'>,
): boolean {
  return clientName !== undefined && isTree(vault.get(requestName(clientName)));
}

/** Name in the vault of the key and the number of a certificate that was asked for. */
function requestName(clientName: string): string {
  return `${clientName} request`;
}

/** Gets a certificate that was asked for, when it is issued. @returns why it is not here; null for no reason */
export async function* fetchCertificate(context: CountryContext): AsyncGenerator<Work, string | null, void> {
  const printer = printerOf(context);
  const { clientName, certification } = printer ?? {};
  const asked = clientName === undefined ? null : context.vault.get(requestName(clientName));
  if (clientName === undefined || !certification || !isTree(asked)) return null;
  if (typeof asked.id !== 'string' || typeof asked.key !== 'string') return null;
  const told = await certification.fetch(asked.id);
  if (told.outcome !== 'done') return told.failure.text;
  if (told.result === null) return null;
  const certificate = new X509Certificate(told.result);
  if (!certificate.checkPrivateKey(createPrivateKey(asked.key)))
    return 'it is not for the key of this register';
  await context.vault.set(clientName, { certificate: told.result, key: asked.key });
  await context.vault.set(requestName(clientName), null);
  yield note('certificate-entered', { Serial: certificate.serialNumber, Till: certificate.validTo });
  return null;
}

/** Asks for one, and gets it if it is issued at once. @param token null renews the one in use */
async function* requested(
  token: string | null,
  context: CountryContext,
): AsyncGenerator<Work, Outcome, void> {
  const { clientName, certification } = printerOf(context) ?? {};
  if (clientName === undefined || !certification) return refuse('', 'error.noPrinter');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { product: name, version, producer } = context.program();
  const told = await certification.request({
    ...{ request: writeRequest(clientName.split(' ').at(-1)!, privateKey), token },
    software: { name, version, producer: producer.name || name },
  });
  if (told.outcome !== 'done') return refuse('', 'error.refused', { text: told.failure.text });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  await context.vault.set(requestName(clientName), { id: told.result, key });
  yield note('certificate-requested', { Id: told.result });
  const why = yield* fetchCertificate(context);
  return why === null ? DONE : refuse('', 'error.refused', { text: why });
}

/** Request, renewal, import and removal. */
export const CERTIFICATE_ACTIONS: Readonly<Record<string, Action>> = {
  'request-certificate': (input, _state, context) => requested(textOf(input, 'token').trim(), context),
  'renew-certificate': (_input, _state, context) => requested(null, context),
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
