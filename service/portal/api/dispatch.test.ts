/** Requests as a whole: what they are refused for. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testPortal, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.stop());

/** What is wrong with a request: fields with codes. */
async function faults(method: string, path: string, body?: unknown) {
  const answer = await portal.send(method, path, body);
  const { errors, detail } = answer.body as { errors: { field: string; code: string }[]; detail: string };
  return { status: answer.status, detail, errors: errors.map(({ field, code }) => `${field} ${code}`) };
}

it('is refused for all that is wrong with path and query at once', async () => {
  expect(await faults('GET', '/Company/0/Records?limit=0&sq=1&sq=2&tn=a&TN=b')).toEqual({
    status: 400,
    detail: 'look at companyId, sq, tn, limit',
    errors: ['companyId tooSmall', 'sq twice', 'tn twice', 'limit tooSmall'],
  });
});

it('is refused for all that is wrong with path and body at once', async () => {
  expect(
    await faults('PUT', '/api/v2/Public/Company/1/Contact/x', { contactName: 'A', emailAddress: 'a@b.pt' }),
  ).toEqual({
    status: 400,
    detail: 'look at companyId, contactId, contactName, contactType',
    errors: ['companyId tooSmall', 'contactId type', 'contactName tooShort', 'contactType required'],
  });
});

it('is refused for its path and a body that is no JSON object at once', async () => {
  expect(await faults('PUT', '/api/v2/Public/Company/1/Contact/7', [])).toEqual({
    status: 400,
    detail: 'look at companyId; the body must be a JSON object',
    errors: ['companyId tooSmall', ' json'],
  });
});

it('is refused for the media type before anything else', async () => {
  const { status } = await fetch(`${portal.url}/api/v2/Public/Company/0`, {
    method: 'PUT',
    headers: { api_key: 'bootstrap-key-of-the-tests', 'content-type': 'text/plain' },
    body: '{}',
  });
  expect(status).toBe(415);
});
