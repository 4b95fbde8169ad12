import { describe, expect, it, vi } from 'vitest';
import { request } from '../api/request.ts';
import { failureText } from './failure-text.ts';

describe('the words for a failure that brought none', () => {
  const wordsFor = async (method: 'GET' | 'POST', answer: () => Promise<Response>) => {
    vi.stubGlobal('fetch', answer);
    const reply = await request('./control/receipts', { method });
    vi.unstubAllGlobals();
    return reply.ok ? null : failureText(reply.failure);
  };
  const silence = () => Promise.reject(new TypeError('failed to fetch'));
  const error = () => Promise.resolve(new Response('', { status: 500 }));

  it('say of a list that it was not loaded, not that something may have been done', async () => {
    expect(await wordsFor('GET', silence)).toBe('unread');
    expect(await wordsFor('GET', error)).toBe('unreadable');
  });

  it('say of an action that nobody knows whether it was done, or that it is refused', async () => {
    expect(await wordsFor('POST', silence)).toBe('unanswered');
    expect(await wordsFor('POST', error)).toBe('refused');
  });
});
