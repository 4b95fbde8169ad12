/** The counter of prints. */
import { expect, it } from 'vitest';
import pt from '../../resources/locales/register/pt.json' with { type: 'json' };
import { sale } from '../testing/sales.ts';
import { runService } from '../testing/running-service.ts';

it('counts, and refuses in the language of the register, with English for developers behind', async () => {
  const running = await runService();
  await running.post('/register', sale());
  expect((await running.post('/jou/reprintcnt?TN=1')).text).toBe('1');
  expect((await running.get('/jou/reprintcnt?TN=1')).text).toBe('1');

  const unknown = await running.get('/jou/reprintcnt?TN=77');
  const NOT_FOUND = '#NOT_FOUND register def has no such receipt';
  expect([unknown.status, unknown.text]).toEqual([404, `${pt.error.NOT_FOUND}\n${NOT_FOUND}`]);

  for (const answer of [await running.get('/jou/reprintcnt'), await running.post('/jou/reprintcnt')]) {
    const [said, ...further] = answer.text.split('\n');
    expect([answer.status, said]).toEqual([400, pt.error.technical]);
    expect(further.join()).toContain('TN: is missing');
  }
});
