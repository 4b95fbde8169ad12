/** The online country of the tests, as an example for the suite. */
import { authority, ONLINE, type Manner as AuthorityManner } from '../../testing/online-country.ts';
import { plainReceipts } from './plain-receipts.ts';
import type { CountryExample, Manner } from './example.ts';

const MANNERS: Record<Manner, AuthorityManner> = {
  works: 'accepts',
  refuses: 'refuses',
  'is-down': 'is-silent',
  'is-slow': 'answers-late',
  'loses-request': 'is-silent',
  'loses-answer': 'loses-answer',
};

export const online: CountryExample = {
  name: 'an online country',
  cfg: { ...ONLINE, Loc: { TL: '1' }, Trm: { TT: '1' } },
  now: '2026-05-12T12:00:00',
  madeUp: true,
  manners: ['is-down', 'is-slow', 'refuses', 'loses-answer'],
  equipment() {
    authority.reset();
    return {
      behave: (manner) => void (authority.manners = [MANNERS[manner]]),
      forget: () => authority.reset(),
      done: () => [...authority.numbers.keys()],
    };
  },
  receipts: plainReceipts({ groups: ['20%', '10%'] }),
};
