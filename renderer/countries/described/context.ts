import { createContext, use } from 'react';
import type { PageValue } from '../../../service/countries/contract/described-page/words.ts';
import type { ControlStatus } from '../../../service/wire.ts';
import type { Reply } from '../../api/request.ts';

/** What all parts of a described page have. */
export interface Described {
  rn: string;
  status: ControlStatus;
  /** Day of the service. */
  today: string;
  /** A value in the words and the way of the language. */
  say: (value: PageValue) => string;
  /** Asks the register for an action; resolves when its outcome is in the description. */
  act: (action: string, body: object) => Promise<Reply<unknown>>;
  /** Asks for the description again. */
  reload: () => Promise<void>;
}

/** What all parts of the described page around have. */
export const DescribedContext = createContext<Described | null>(null);

/** What all parts of the described page around have. */
export function useDescribed(): Described {
  const described = use(DescribedContext);
  if (described === null) throw new Error('a part of a described page stands outside of one');
  return described;
}
