/** The first receipt of a register: one for training, which counts nowhere (ST8). */
import { ALL_FIELDS } from '../countries/fields.ts';
import { examplesOf, filled } from '../integration/examples.ts';
import { readTra } from '../receipt/read.ts';
import { issue } from '../receipt/issue.ts';
import { isTree, type Tree } from '../receipt/tree.ts';
import type { TraC } from '../receipt/tra.ts';
import { refusal } from '../register/outcomes.ts';
import { registerPosted } from '../register/posted.ts';
import type { Register } from '../register/register.ts';
import type { Attributes } from '../settings/attributes.ts';

/**
 * Registers the example "sale" of the register's country as training.
 * @param folder `resources/examples`
 */
export async function registerTraining(
  register: Register,
  folder: string,
  attributes: Attributes,
): Promise<TraC> {
  const { country } = register;
  if (!country) return refusal('NO', [issue('#NO_CFG', '', 'the register has no configuration')], 'en');
  const examples = await examplesOf(folder, country.code);
  const body = examples.map(({ body }) => filled(body, {})).find((whole) => whole !== null);
  const read = readTra(asTraining(body ?? {}), {
    ...{ currencyDigits: country.currency.digits, fields: ALL_FIELDS },
  });
  return registerPosted(register, read, { restart: false, attributes, language: country.language });
}

function asTraining(body: Tree): Tree {
  const { Tra } = body;
  if (!isTree(Tra) || !isTree(Tra.ESR)) return body;
  return { Tra: { ...Tra, ESR: { ...Tra.ESR, NFS: 'Training' } } };
}
