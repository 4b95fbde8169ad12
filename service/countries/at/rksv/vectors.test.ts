/** Known answers: of the published test runs, and of a chain computed apart from this code. */
import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AES_KEY } from '../testing/cash-register.ts';
import { nextChainValue, startChainValue } from './chain.ts';
import { fromBase64Url } from './encodings.ts';
import { compactJws, signingInput, type SignedPayload } from './jws.ts';
import {
  buildPayload,
  kindOf,
  NO_TURNOVER,
  parsePayload,
  turnoverOf,
  type MachineCode,
} from './machine-code.ts';
import { linkHash, ocrText, parseQr, qrText } from './printed.ts';
import { counterIv, encryptCounter, keyCheckValue, type CounterBytes } from './turnover-counter.ts';
import { parseJws, parseOcr, decryptCounter } from '../testing/read-code.ts';

/** Key of RFC 7515, A.3. */
const RFC_KEY = createPublicKey({
  format: 'jwk',
  key: {
    kty: 'EC',
    crv: 'P-256',
    x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
    y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  },
});

describe('the AES key of the official scenarios', () => {
  it('has its check value', () => {
    expect(AES_KEY.toString('hex')).toBe('59046d8a2c9ade1621fd4cf8e01bf7c7c1139759eb1fa9c2744ae7ebd839fe55');
    expect(keyCheckValue('WQRtiiya3hYh/Uz44Bv3x8ETl1nrH6nCdErn69g5/lU=')).toBe('omRR');
  });
});

describe('the first chain value', () => {
  it.each([
    ['CASHBOX-DEMO-1', 'cg8hNU5ihto='],
    ['A12347', 'OeSKQjO4zKI='],
    ['WOKFLOW-1', 'A9uoGMk1JrA='],
  ])('of %s is %s', (id, value) => expect(startChainValue(id)).toBe(value));
});

describe('the turnover counter of scenario 1', () => {
  it.each([
    [1, 0n, '4229bc5028e623692c1e7ae498b47f3f', '4r1iIdZGeAQ=', null],
    [2, 0n, 'cc51d74678e0005f51f1f73eda773e05', '4K6F7XVQOz0=', null],
    [6, 50501n, '570ccd238a086fa18ee8086afde3b89a', 'k8wUAJDJ+Ro=', 'k8wUxdU='],
    [7, 50501n, '09ac46ab4fca50c9f7e34a24e0082d35', 'albA1g2F6vI=', null],
    [11, 60243n, '9194b71b3c9c2f4e0314720dae625432', '3cILPTK2uvA=', null],
    [13, 97719n, '04237837df5f32c001022435d54288f7', 'rwOkdXOMDZ4=', 'rwOlCMQ='],
    [15, 155850n, '516f331fde746f80d479ffcf7e2051e5', 'xTa63+wuOEY=', null],
    [20, 306096n, 'e97a666bdcfe2f0c84137a523b392d61', 'dMrjKEHJPLw=', null],
    [82, 0n, null, 'NLoiSHL3bsM=', null],
  ])('after receipt %d is %d', (n, cents, iv, eight, five) => {
    const context = {
      key: AES_KEY,
      registerId: 'CASHBOX-DEMO-1',
      receiptNumber: `CASHBOX-DEMO-1-Receipt-ID-${n}`,
    };
    if (iv) expect(counterIv(context.registerId, context.receiptNumber).toString('hex')).toBe(iv);
    expect(encryptCounter(cents, 8, context)).toBe(eight);
    expect(decryptCounter(eight, context)).toBe(cents);
    if (!five) return;
    expect(encryptCounter(cents, 5, context)).toBe(five);
    expect(decryptCounter(five, context)).toBe(cents);
  });
});

describe('turnover counters below zero and at the limits', () => {
  const context = { key: AES_KEY, registerId: 'KASSE-1', receiptNumber: 'R-1' };

  it('have their initial vector', () => {
    expect(counterIv('KASSE-1', 'R-1').toString('hex')).toBe('f8ec357132035a0029c065eb73131262');
  });

  it.each([
    [0n, 'nH8PS6o=', 'nH8PS6rkxZw='],
    [1n, 'nH8PS6s=', 'nH8PS6rkxZ0='],
    [-1n, 'Y4DwtFU=', 'Y4DwtFUbOmM='],
    [-12345n, 'Y4DwhG0=', 'Y4DwtFUbCls='],
    [549755813887n, '44DwtFU=', 'nH8PNFUbOmM='],
    [-549755813888n, 'HH8PS6o=', 'Y4Dwy6rkxZw='],
  ])('%d cents', (cents, five, eight) => {
    for (const [bytes, field] of [
      [5, five],
      [8, eight],
    ] as [CounterBytes, string][]) {
      expect(encryptCounter(cents, bytes, context)).toBe(field);
      expect(decryptCounter(field, context)).toBe(cents);
    }
  });
});

describe('four receipts during an outage', () => {
  const RECEIPTS = [
    [
      '_R1-AT1_KASSE-1_1_2024-01-02T08:00:00_12,00_5,50_0,00_0,00_0,00_LIVpySKdnc8=_3a7f01_XJg7/dsgYxg=',
      1750n,
      'y4WREIMGNTs',
    ],
    [
      '_R1-AT1_KASSE-1_2_2024-01-02T08:05:07_-3,00_0,00_0,00_0,00_0,00_U1RP_3a7f01_XDzAWN9uWuA=',
      1450n,
      'OZ5RWcwBn_E',
    ],
    [
      '_R1-AT1_KASSE-1_3_2024-01-02T08:06:00_9,99_0,00_0,00_0,00_0,00_VFJB_3a7f01_YDpFcsrvB00=',
      1450n,
      'TcaTISCvbCw',
    ],
    [
      '_R1-AT1_KASSE-1_4_2024-01-02T08:10:59_0,00_0,00_0,00_0,00_19,00_9suuiIxxPR4=_3a7f01_BgRKKiOFe/E=',
      3350n,
      'oaM2hUUMr6Q',
    ],
  ] as const;
  const MARK = '_U2ljaGVyaGVpdHNlaW5yaWNodHVuZyBhdXNnZWZhbGxlbg==';

  /** What a register knows of a receipt before it is issued. */
  const SALES: Pick<MachineCode, 'receiptNumber' | 'time' | 'sets' | 'counter'>[] = [
    {
      receiptNumber: '1',
      time: '2024-01-02T08:00:00',
      sets: { ...NO_TURNOVER, normal: 1200, reduced1: 550 },
      counter: '',
    },
    {
      receiptNumber: '2',
      time: '2024-01-02T08:05:07',
      sets: { ...NO_TURNOVER, normal: -300 },
      counter: 'U1RP',
    },
    {
      receiptNumber: '3',
      time: '2024-01-02T08:06:00',
      sets: { ...NO_TURNOVER, normal: 999 },
      counter: 'VFJB',
    },
    { receiptNumber: '4', time: '2024-01-02T08:10:59', sets: { ...NO_TURNOVER, special: 1900 }, counter: '' },
  ];

  it('are the known ones, each made of the one before', () => {
    let previous = startChainValue('KASSE-1');
    let counter = 0n;
    SALES.forEach((sale, i) => {
      const [payload, expected, hash] = RECEIPTS[i]!;
      const { receiptNumber } = sale;
      counter += turnoverOf(sale);
      expect(counter).toBe(expected);
      const field =
        sale.counter || encryptCounter(counter, 8, { key: AES_KEY, registerId: 'KASSE-1', receiptNumber });
      const code = {
        ...sale,
        provider: 'AT1',
        registerId: 'KASSE-1',
        certificate: '3a7f01',
        counter: field,
        previous,
      };
      const signed = { payload: buildPayload(code), signature: null };
      expect(signed.payload).toBe(payload);
      expect(qrText(signed)).toBe(payload + MARK);
      expect(linkHash(qrText(signed))).toBe(hash);
      expect(parseQr(payload + MARK)).toStrictEqual({ value: { ...signed, code } });
      previous = nextChainValue(compactJws(signed));
    });
    expect(previous).toBe('jyDwfiL5YDc=');
  });

  it('carry the mark in JWS and OCR', () => {
    const signed = { payload: RECEIPTS[2][0], signature: null };
    expect(compactJws(signed)).toMatch(/\.U2ljaGVyaGVpdHNlaW5yaWNodHVuZyBhdXNnZWZhbGxlbg$/);
    const ocr = ocrText(signed);
    expect(ocr).toMatch(/_KRJEC===_3a7f01_/);
    expect(ocr).toMatch(/_KNUWG2DFOJUGK2LUONSWS3TSNFRWQ5DVNZTSAYLVONTWKZTBNRWGK3Q=$/);
    expect(ocrText({ payload: RECEIPTS[1][0], signature: null })).toMatch(/_KNKE6===_3a7f01_/);
    expect(parseOcr(ocr)).toMatchObject({ value: signed });
  });
});

describe('the receipt signed with the key of RFC 7515', () => {
  const signed: SignedPayload = {
    payload:
      '_R1-AT1_KASSE-1_1_2024-01-02T08:00:00_12,00_5,50_0,00_0,00_0,00_LIVpySKdnc8=_3a7f01_XJg7/dsgYxg=',
    signature: fromBase64Url(
      'IWBZtzv2Cf39-OJcXVJLuFZ2jBqQBzH3C_JTJfstevUkGsJPRhV_pSF9I5bsQuSkT95gfJozR_v7e52ADuCarA',
    ),
  };

  it('is signed over what is to be signed', () => {
    const key = { key: RFC_KEY, dsaEncoding: 'ieee-p1363' } as const;
    const text = Buffer.from(signingInput(signed.payload));
    expect(verify('sha256', text, key, signed.signature!)).toBe(true);
    text[30]! ^= 1;
    expect(verify('sha256', text, key, signed.signature!)).toBe(false);
  });

  it('is printed and chained as known', () => {
    const qr = qrText(signed);
    expect(qr).toBe(
      `${signed.payload}_IWBZtzv2Cf39+OJcXVJLuFZ2jBqQBzH3C/JTJfstevUkGsJPRhV/pSF9I5bsQuSkT95gfJozR/v7e52ADuCarA==`,
    );
    const fields = ocrText(signed).split('_');
    expect([fields[10], fields[12], fields[13]]).toStrictEqual([
      'FSCWTSJCTWO46===',
      'LSMDX7O3EBRRQ===',
      'EFQFTNZ36YE737PY4JOF2USLXBLHNDA2SADTD5YL6JJSL6ZNPL2SIGWCJ5DBK75FEF6SHFXMILSKIT66MB6JUM2H7P5XXHMAB3QJVLA=',
    ]);
    expect(nextChainValue(compactJws(signed))).toBe('OBwxA51aNGE=');
    expect(linkHash(qr)).toBe('pocPQW9dxu0');
  });
});

describe('receipts published by others', () => {
  it('give the chain value of the next one', () => {
    const payload =
      '_R1-AT0_DEMO-CASH-BOX524_366587_2015-12-17T11:23:44_34,77_59,64_38,13_0,00_0,00_8MG8C1Kr7HA=_20f2ed172daa09e5_xTfZvkBSTr4=';
    const signature = fromBase64Url(
      'GeWps9kci-fUqKLymS1pHlIbv0L8Oek-v6TDmZj9Ffucb8yvSijqZ8LcBalV9lADMXQ8U3itViKkd_i1Ba22BA',
    );
    expect(nextChainValue(compactJws({ payload, signature }))).toBe('5HjRCx+XIz4=');
    // A closed system names the key of the company; these were made before that was law.
    expect(parsePayload(payload)).toMatchObject({ fault: { field: 11 } });
    const open = parseJws(compactJws({ payload: payload.replace('AT0', 'AT1'), signature }));
    expect('value' in open && kindOf(open.value.code)).toBe('standard');
  });

  it('have the known OCR fields', () => {
    const payload =
      '_R1-AT0_DEMO-CASH-BOX524_366610_2015-12-17T11:23:44_0,00_0,00_0,00_0,00_0,00_DngfhpghKu8=_47be737cb1f6d1f1_hArhdCTSjbM=';
    const signature = fromBase64Url(
      'Ubz6l2-TFt80EWAf6CTr_Xocpgn9UhOhSvlGMqQsML1LxieEE7bWqB5Y6HAwaC0NSA50swrGHxKs_UOGPS1SJA',
    );
    const fields = ocrText({ payload, signature }).split('_');
    expect([fields[10], fields[12], fields[13]]).toStrictEqual([
      'BZ4B7BUYEEVO6===',
      'QQFOC5BE2KG3G===',
      'KG6PVF3PSMLN6NARMAP6QJHL7V5BZJQJ7VJBHIKK7FDDFJBMGC6UXRRHQQJ3NVVIDZMOQ4BQNAWQ2SAOOSZQVRQ7CKWP2Q4GHUWVEJA=',
    ]);
  });
});
