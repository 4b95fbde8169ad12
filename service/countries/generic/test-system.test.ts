/** A test system (Reg_test) where no law knows tests: its receipts must not pass for real ones. */
import { expect, it } from 'vitest';
import { paperOf } from '../../register/paper/paper.ts';
import { practises } from '../../register/status.ts';
import { Attributes } from '../../settings/attributes.ts';
import { openRoom } from '../../testing/registers.ts';
import { GENERIC, tra } from '../../testing/sales.ts';

it('sells training receipts alone, and says so', async () => {
  const room = await openRoom();
  const def = (await room.registers.find('def'))!;
  await def.configuration.set(GENERIC);
  const sell = () => def.submit({ tra: tra({}, '7.00'), warnings: [], restart: false });
  room.services.attributes = () => Attributes.parse('Reg_test');
  const { Fis } = await sell();
  expect(def.last!.ESR).toMatchObject({ NFS: 'Training', T: '7.00' });
  expect(Fis?.Tag).toContainEqual({ Label: '', Name: 'Training', Value: 'TRAINING' });
  expect(paperOf(def.last!, GENERIC).marks).toEqual(['TRAINING']);
  expect(practises(def)).toBe(true);

  room.services.attributes = () => Attributes.parse('');
  await sell();
  expect(def.last!.ESR).not.toHaveProperty('NFS');
  expect(practises(def)).toBe(false);
});
