/** Brings a TSS into service, step by step; each step may be the first one after a crash. */
import { randomInt, randomUUID } from 'node:crypto';
import type { TseCredentials, TseFailure, TseOutcome, TseSetUp } from '../contract.ts';
import { done, notDone, unknown } from '../outcomes.ts';
import { shownText } from '../../ports/answer.ts';
import { LONG_MS, type Answered, type FiskalyClient } from './client.ts';

/** What the steps work with. */
export interface SetUpWork {
  client: FiskalyClient;
  /** Id of the TSS; null before there is one. */
  tssId: string | null;
  credentials: TseCredentials;
  keep: (made: TseSetUp) => Promise<void>;
  /** Shown with the TSS. */
  description: string;
}

const PIN_DIGITS = 10;
const ILLEGAL = /[^A-Za-z0-9 '()+,\-./:=?]/g;
const LONG = { timeoutMs: LONG_MS, repeat: true };

/** Does what is left to do. */
export async function setUpTss(work: SetUpWork): Promise<TseOutcome<null>> {
  const { client, keep } = work;
  let { tssId, credentials } = work;
  let state = 'none';
  if (tssId !== null) {
    const told = await client.request('GET', `tss/${tssId}`, undefined, LONG);
    if ('object' in told) state = String(told.object.state);
    else if (told.code !== 'E_TSS_NOT_FOUND') return failed(told);
  }
  if (state === 'INITIALIZED') return done(null);
  if (state === 'DISABLED') return notDone('disabled', 'the TSS was taken out of service');
  // The PUK is told once: a TSS that nobody knows it of is of no use.
  if (state === 'none' || (state === 'CREATED' && credentials.adminPuk === undefined)) {
    tssId = randomUUID();
    await keep({ credentials: {}, settings: { tssId } });
    const created = await client.request('PUT', `tss/${tssId}`, {}, LONG);
    if ('failure' in created) return failed(created);
    const puk = created.object.admin_puk;
    if (typeof puk !== 'string' || puk === '') return notDone('unreadable', 'the service told no PUK');
    credentials = { adminPuk: puk, adminPin: credentials.adminPin ?? newPin() };
    await keep({ credentials, settings: { tssId } });
    state = 'CREATED';
  }
  const id = tssId!;
  if (credentials.adminPin === undefined) {
    credentials = { ...credentials, adminPin: newPin() };
    await keep({ credentials, settings: { tssId: id } });
  }
  type Step = [method: 'PATCH' | 'POST', path: string, body: object];
  const deploy: Step = ['PATCH', `tss/${id}`, { state: 'UNINITIALIZED' }];
  const steps: Step[] = [
    ...(state === 'CREATED' ? [deploy] : []),
    ['PATCH', `tss/${id}/admin`, { admin_puk: credentials.adminPuk, new_admin_pin: credentials.adminPin }],
    ['POST', `tss/${id}/admin/auth`, { admin_pin: credentials.adminPin }],
    [
      'PATCH',
      `tss/${id}`,
      { state: 'INITIALIZED', description: shownText(work.description).replace(ILLEGAL, '').slice(0, 100) },
    ],
    ['POST', `tss/${id}/admin/logout`, {}],
  ];
  for (const [method, path, body] of steps) {
    const answer = await client.request(method, path, body, LONG);
    if ('failure' in answer) return failed(answer);
  }
  return done(null);
}

function failed({ failure, asked }: { failure: TseFailure; asked: boolean }): TseOutcome<never> {
  return asked ? unknown(failure) : notDone(failure);
}

/** A PIN that nobody has to remember. */
function newPin(): string {
  return Array.from({ length: PIN_DIGITS }, () => randomInt(10)).join('');
}

/** What came of a request as an outcome. */
export function outcomeOf(answer: Answered): TseOutcome<Record<string, unknown>> {
  return 'object' in answer ? done(answer.object) : failed(answer);
}
