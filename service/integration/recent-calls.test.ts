import { expect, it } from 'vitest';
import { passingPart, MOST_BODY_BYTES, type PassingCall } from './call.ts';
import { RecentCalls } from './recent-calls.ts';

const call = (request: string, answer = '', values: Partial<PassingCall> = {}): PassingCall => ({
  ...{
    at: Date.parse('2026-05-04T12:00:00'),
    method: 'POST',
    target: '/register',
    status: 200,
    ms: 12.4,
    rn: 'def',
  },
  ...{ from: '127.0.0.1', userAgent: null, accept: null },
  request: passingPart('application/json', request),
  answer: passingPart('application/json; charset=utf-8', answer),
  ...values,
});

it('lists calls with what their bodies say about terminal and result, in JSON and XML', () => {
  const calls = new RecentCalls();
  calls.add(
    call(
      '{"Tra":{"ESR":{"TL":"GRAZ","TT": 7}}}',
      '{"TraC":{"SQ":2,"Result":{"RC":"OK","ErrorCode":"#DUPLICATE"}}}',
    ),
  );
  calls.add(
    call(
      '<Tra><ESR TT="2"/></Tra>',
      '<TraC><Result RC="BAD"><ErrorCode>#TAX_GROUP</ErrorCode></Result></TraC>',
      { status: 400 },
    ),
  );
  calls.add(call('', '', { method: 'GET', target: '/state', status: null }));
  expect(calls.list()).toMatchObject([
    { id: 3, target: '/state', terminal: null, rc: null, code: null, status: null },
    { id: 2, terminal: '2', rc: 'BAD', code: '#TAX_GROUP', status: 400 },
    { id: 1, at: '2026-05-04T12:00:00', ms: 12, terminal: 'GRAZ/7', rc: 'OK', code: '#DUPLICATE' },
  ]);
  calls.clear();
  expect([calls.list(), calls.find(1)]).toEqual([[], null]);
});

it('shows bodies without secrets and card numbers, and answers with their signatures', () => {
  const calls = new RecentCalls();
  const signature = 'q2QbM+H4jR6iOM7qze'.repeat(6);
  calls.add(
    call(
      `{"Tra":{"ESR":{"UID":"4111 1111 1111 1111","PIN":"12345","OwnField":"${signature}"}}}`,
      `{"TraC":{"Fis":{"PT_Hash":"${signature}"}}}`,
      { target: '/register?password=hush&RN=def' },
    ),
  );
  const shown = JSON.stringify(calls.find(1));
  for (const hidden of ['4111', '12345', 'hush']) expect(shown).not.toContain(hidden);
  expect(calls.find(1)!.request.text).not.toContain(signature);
  expect(calls.find(1)!.answer.text).toContain(signature);
});

it('keeps the beginning of large bodies, and no body that is no text', () => {
  const calls = new RecentCalls();
  const large = 'ã'.repeat(MOST_BODY_BYTES);
  calls.add(call(large, '', { answer: passingPart('image/png', Buffer.from([137, 80, 0, 0])) }));
  const { request, answer } = calls.find(1)!;
  expect([request.bytes, request.isCut]).toEqual([2 * MOST_BODY_BYTES, true]);
  expect(request.text!.startsWith('ãã')).toBe(true);
  expect(answer).toMatchObject({ bytes: 4, text: null, isCut: false });
});

it('has room for sales whatever else is asked, and forgets the oldest', () => {
  const calls = new RecentCalls();
  calls.add(call('first'));
  for (let i = 0; i < 1000; i++) calls.add(call('', '', { method: 'GET', target: '/state' }));
  expect(calls.find(1)!.request.text).toBe('first');
  for (let i = 0; i < 200; i++) calls.add(call('another'));
  expect(calls.find(1)).toBeNull();
  expect(calls.list()).toHaveLength(260);
  const body = 'x'.repeat(MOST_BODY_BYTES);
  for (let i = 0; i < 200; i++) calls.add(call(body, body));
  expect(calls.list().filter(({ method }) => method === 'POST').length).toBeLessThan(130);
});
