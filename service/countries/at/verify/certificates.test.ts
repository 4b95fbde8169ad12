import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AES_KEY } from '../testing/cash-register.ts';
import { newRoot, newUnit } from '../testing/certificates.ts';
import { auditor, card, found, other, root, SALE, sold } from '../testing/shop.ts';
import { auditorOf, verifiedReceipts } from '../testing/verification.ts';

describe('certificates', () => {
  it('lead to a trusted provider', async () => {
    const receipts = sold([{}, SALE]);
    const stranger = auditorOf(newRoot('Fremd'));
    expect(await found(receipts, stranger)).toStrictEqual(['error certificate @1']);
    // The same name, another key.
    expect(await found(receipts, auditorOf(newRoot(root.name)))).toStrictEqual(['error certificate @1']);
    expect(await found(receipts, { aesKey: AES_KEY })).toStrictEqual([]);
    const itself = new X509Certificate(Buffer.from(card.certificate, 'base64'));
    expect(await found(receipts, { trusted: [itself] })).toStrictEqual([]);
  });

  it('are issued by those that stand beside them', async () => {
    const alien = newRoot('Fremd');
    const receipts = sold([{}]).map((r) => ({ ...r, authorities: [alien.certificate] }));
    expect(await found(receipts, {})).toStrictEqual(['error certificate @1']);
    // The trusted one has issued it, but the other one stands there alone with itself.
    expect(await found(receipts)).toStrictEqual([]);
    const orphan = newUnit(alien, '77').certificate;
    expect(await found(receipts.map((r) => ({ ...r, authorities: [orphan] })))).toStrictEqual([
      'error certificate @1',
    ]);
  });

  it('are DER in base64', async () => {
    const [receipt] = sold([{}]);
    const pem = Buffer.from(new X509Certificate(Buffer.from(card.certificate, 'base64')).toString()).toString(
      'base64',
    );
    const longer = Buffer.concat([Buffer.from(card.certificate, 'base64'), Buffer.of(0)]).toString('base64');
    for (const certificate of [pem, longer, 'AAAA', card.certificate.slice(4)]) {
      expect(await found([{ ...receipt!, certificate }])).toStrictEqual([
        'error certificate @1',
        'error certificate @1 f11',
      ]);
    }
  });

  it('have the number that stands in the receipts', async () => {
    const receipts = sold([{}, SALE]).map((r) => ({ ...r, certificate: other.certificate }));
    expect(await found(receipts)).toStrictEqual(['error certificate @1 f11', 'error certificate @2 f11']);
    const decimal = sold([{ unit: { ...card, id: String(0x3a7f01) } }]);
    const { findings } = await verifiedReceipts(decimal, auditor);
    expect(findings).toMatchObject([{ check: 'certificate', text: expect.stringContaining('decimal') }]);
  });

  it('are checked during an outage too', async () => {
    const receipts = sold([{}, { ...SALE, outage: true, unit: { ...card, id: '3a7f02' } }]);
    expect(await found(receipts)).toStrictEqual(['error certificate @2 f11']);
  });

  it('have keys of P-256', async () => {
    // A signature that is valid, of the same length, and of another curve.
    const keys = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
    const receipts = sold([{}], 8, { ...card, ...keys });
    expect(await found(receipts, { publicKeys: new Map([[card.id, keys.publicKey]]) })).toStrictEqual([
      'error signature @1 f13',
    ]);
  });
});
