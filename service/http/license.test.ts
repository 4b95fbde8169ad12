import { expect, it } from 'vitest';
import { serveRoutes } from '../testing/route-server.ts';
import { send } from '../testing/running-service.ts';
import { licenseRoutes } from './license.ts';

const activate = async (query: string, headers = {}) =>
  send(
    `${await serveRoutes(licenseRoutes(() => Promise.resolve('offline')))}/lic?${query}`,
    'POST',
    undefined,
    headers,
  );

it('is NO as long as there is no portal to ask', async () => {
  const answer = await activate('rn=def&key=ABCD-1234-EFGH');
  expect(answer.status).toBe(406);
  expect(answer.json.LicC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#OFFLINE' });
});

it.each(['', 'key=', 'key=short', 'key=with%20blanks%20inside', `key=${'A'.repeat(65)}`])(
  'refuses what is no key: %s',
  async (query) => {
    const answer = await activate(query);
    expect(answer.status).toBe(400);
    expect(answer.json.LicC.Result.ErrorCode).toBe('#LICENSE_KEY');
  },
);

it('never repeats the key, and answers in XML when asked', async () => {
  const answer = await activate('key=SECRET_KEY_1', { accept: 'application/xml' });
  expect(answer.text).toContain('<LicC><Result RC="BAD">');
  expect(answer.text).not.toContain('SECRET');
});
