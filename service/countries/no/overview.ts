/** What the page of a Norwegian register shows and lets a manager do, and what its register should be looked after for. */
import type { Tree } from '../../receipt/tree.ts';
import type { Problem } from '../../wire.ts';
import { keysOf, keyVersionOf, registerId } from '../base/cash-register/books.ts';
import { grandFrom } from '../base/cash-register/sums.ts';
import { chainEnd } from '../base/chain.ts';
import { DONE, note, refuse, textOf } from '../base/action.ts';
import type { DescribedPage } from '../contract/described-page/page.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Outcome, Work } from '../contract/work.ts';
import { bounded } from '../base/cash-register/texts.ts';
import { keepKey, keyOf, versionOf } from './key.ts';
import { MOST_VERSION, norwayPage } from './page.ts';
import { readKey } from './signature.ts';

const KEYS = keysOf('NO');

/** {@link CountryPage.page} of Norway. */
export function page(state: State, { cfg, vault }: CountryContext): DescribedPage {
  return norwayPage({
    register: registerId(state, cfg, KEYS),
    transactions: chainEnd(state, KEYS.chain).number,
    keyVersion: keyVersionOf(state, KEYS),
    entered: versionOf(vault),
    grand: grandFrom(state.get(KEYS.grand)),
    algorithm: keyOf(vault)?.algorithm ?? null,
  });
}

/** {@link CountryPage.problems} of Norway. */
export function problems(_state: State, { vault }: CountryContext): Problem[] {
  return keyOf(vault) ? [] : [{ code: 'NO_SUPPLIER_KEY', severity: 'stop' }];
}

/** {@link CountryPage.act} of Norway: `key`, the only action. */
export async function* act(
  _action: string,
  input: Tree,
  _state: State,
  { vault }: CountryContext,
): AsyncGenerator<Work, Outcome, void> {
  const text = Buffer.from(textOf(input, 'file'), 'base64').toString('utf8');
  const key = readKey(text);
  if (!key) return refuse('file', 'error.key');
  const version = bounded(textOf(input, 'version'), MOST_VERSION);
  await keepKey(vault, text, key, version);
  yield note('key-entered', { Algorithm: key.algorithm, ...(version !== '' && { Version: version }) });
  return DONE;
}
