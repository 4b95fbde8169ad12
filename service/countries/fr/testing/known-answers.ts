/** Signatures over texts in the style of certified products, made with the P-256 key of RFC 7515, appendix A.3. */
const FIRST = 'lTJGGXxumUse1T83Eb90Fww9YEBFuIBOrzQEc-0x-mKJZdg1hL8Xrgbf5P_nAzGxiw6RWSKUTbOSGEPv-4P6Fg';
const FIRST_EVENT = 'tGTenpuh8Zq8FBb433zXzQy-fXRMtxz3G3iZ-c_uVc8Yd7pUhnsRhZon5WHFAOzEYleYQ0unWO8CG8ztCB0ZSQ';

/** The public key. */
export const PUBLIC_JWK = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
};

/** Text, signature and what is printed of it. */
export const KNOWN_ANSWERS: readonly [text: string, signature: string, excerpt: string][] = [
  ['2000:750|1000:1999|0550:100,2849,20200419152534,18,SALE,N', FIRST, 'Jx19'],
  [
    `2000:-750,-750,20200419153000,19,REFUND,O,${FIRST}`,
    '56p8aN_rCgA6oYHan_w-M39FX5ZxkadvtuYfegFxmRdAI7CyDb3oa0PVemOYq0LD_nJ4uZYqZsMmgptrfvveCA',
    'p_ow',
  ],
  [
    '2000:0|1000:1999|0550:100,2099,2099,20200419235959,20200419,N,',
    'uXi2_14RnJWO2czS-00ubRcqduRnVwCJ0oYydK_vm8RIk8jut9-a11H5_IabzqvywnUNJHpvNAteVkpKh_BVsw',
    'i420',
  ],
  ['1,80,Demarrage terminal,20200419080000,OP1,K1,N,', FIRST_EVENT, 'TuFz'],
  [
    `2,40,Arret terminal,20200419200000,OP1,K1,O,${FIRST_EVENT}`,
    'q4LE-uUICRjhUFEYhfxGKxPJPxLIJFmteifGugRsaplah1tyQPxCs_4leyOs2evgheDvPFq87_cHDr--42Wjnw',
    'LUUx',
  ],
  [
    'K1,1,SALE,1,OP1,20200419160000,K1-18,N,',
    'hIAT9ad-Fn0xCR2dJkRFaJm_LZD4m8GELrAr-khobhz6s2blvPHMijCkfb-mG1FVwvincAehFQ2BP6eK0FDoIQ',
    'AdCR',
  ],
];
