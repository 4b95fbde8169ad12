import { afterEach, describe, expect, it, vi } from 'vitest';
import { readReply, request } from './request.ts';

describe('reply', () => {
  it('is what the service answered', () => {
    expect(readReply(200, true, '{"result":1}')).toEqual({ ok: true, value: { result: 1 } });
  });

  it('may be empty', () => {
    expect(readReply(204, true, '')).toEqual({ ok: true, value: null });
  });

  it('names what the service refused, and the details', () => {
    const body = { error: { code: '#X', message: 'A palavra-passe está errada.', warnings: ['code 99', 7] } };
    expect(readReply(406, false, JSON.stringify(body))).toEqual({
      ok: false,
      failure: { http: 406, message: 'A palavra-passe está errada.', details: ['code 99'] },
    });
  });

  it('understands an error that is a plain text', () => {
    expect(readReply(400, false, '{"error":"the key is encrypted"}')).toEqual({
      ok: false,
      failure: { http: 400, message: 'the key is encrypted', details: [] },
    });
  });

  it('is a failure even when the status says otherwise', () => {
    expect(readReply(200, true, '{"error":{"message":"no"}}').ok).toBe(false);
  });

  it('is a failure without words when nobody can read it', () => {
    const silent = { ok: false, failure: { http: 403, message: null, details: [] } };
    expect(readReply(403, false, 'only allowed from the machine of the service')).toEqual(silent);
    expect(readReply(403, false, '{"error":{"message":""}}')).toEqual(silent);
    expect(readReply(200, true, '<html>').ok).toBe(false);
  });
});

describe('request', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('sends what it is given, with its type', async () => {
    const fetch = vi.fn(() => Promise.resolve(new Response('{"result":null}')));
    vi.stubGlobal('fetch', fetch);
    await request('./control/keys', { method: 'POST', body: 'PEM', type: 'application/x-pem-file' });
    expect(fetch).toHaveBeenCalledWith(
      './control/keys',
      expect.objectContaining({
        method: 'POST',
        body: 'PEM',
        headers: { Accept: 'application/json', 'Content-Type': 'application/x-pem-file' },
      }),
    );
  });

  it('does not throw when nobody answers', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed to fetch')));
    expect(await request('./control/country')).toEqual({
      ok: false,
      failure: { http: null, reads: true, message: null, details: [] },
    });
  });
});
