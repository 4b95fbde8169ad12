import { X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { runService, type Running } from '../testing/running-service.ts';
import { GENERIC } from '../testing/sales.ts';

/** Subject of the certificate that a token names. */
async function subjectOf({ get }: Running): Promise<string> {
  const { text } = await get('/authorization');
  const { kid } = JSON.parse(Buffer.from(text.split('.')[0]!, 'base64url').toString()) as { kid: string };
  const { status, text: pem } = await get(`/cer/${kid}`);
  expect(status).toBe(200);
  return new X509Certificate(pem).subject;
}

it('names a certificate that everybody can fetch, of the country of the company', async () => {
  expect(await subjectOf(await runService({ cfg: GENERIC }))).toMatch(/^C=LU\nCN=Tillmark \S+$/);
  expect(await subjectOf(await runService())).toMatch(/^C=PT\nCN=Tillmark \S+$/);
});

it('names no country while there is no company', async () => {
  expect(await subjectOf(await runService({ cfg: null }))).toMatch(/^CN=Tillmark \S+$/);
});
