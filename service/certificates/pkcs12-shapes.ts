/**
 * ASN.1 structures of key files that `@peculiar/asn1-pfx` and its kin leave out:
 * encrypted data (RFC 5652), password-based encryption (RFC 8018, RFC 7292) and
 * the MAC of RFC 9579. Registered by calls, because decorators are no types that
 * can be stripped.
 */
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';
import { AsnProp, AsnPropTypes, AsnType, AsnTypeTypes, OctetString } from '@peculiar/asn1-schema';
import { EncryptedContentInfo } from '@peculiar/asn1-cms';

/** Octets that may come in pieces, as BER has them and Windows writes them. */
export class Octets extends OctetString {
  override fromASN(asn: Parameters<OctetString['fromASN']>[0]): this {
    this.buffer = asn.getValue();
    return this;
  }
}

/** `EncryptedData`. */
export class EncryptedData {
  version = 0;
  encryptedContentInfo = new EncryptedContentInfo();
}
sequence(EncryptedData, [
  ['version', { type: AsnPropTypes.Integer }],
  ['encryptedContentInfo', { type: EncryptedContentInfo }],
]);

/** `PBES2-params`. */
export class Pbes2Params {
  keyDerivationFunc = new AlgorithmIdentifier();
  encryptionScheme = new AlgorithmIdentifier();
}
sequence(Pbes2Params, [
  ['keyDerivationFunc', { type: AlgorithmIdentifier }],
  ['encryptionScheme', { type: AlgorithmIdentifier }],
]);

/** `PBMAC1-params`. */
export class Pbmac1Params {
  keyDerivationFunc = new AlgorithmIdentifier();
  messageAuthScheme = new AlgorithmIdentifier();
}
sequence(Pbmac1Params, [
  ['keyDerivationFunc', { type: AlgorithmIdentifier }],
  ['messageAuthScheme', { type: AlgorithmIdentifier }],
]);

/** `PBKDF2-params`; the salt is always given in the file. */
export class Pbkdf2Params {
  salt = new OctetString();
  /** A text when it has four bytes or more. */
  iterationCount: number | string = 0;
  keyLength?: number | string;
  prf?: AlgorithmIdentifier;
}
sequence(Pbkdf2Params, [
  ['salt', { type: OctetString }],
  ['iterationCount', { type: AsnPropTypes.Integer }],
  ['keyLength', { type: AsnPropTypes.Integer, optional: true }],
  ['prf', { type: AlgorithmIdentifier, optional: true }],
]);

/** `pkcs-12PbeParams`. */
export class PbeParams {
  salt = new OctetString();
  /** A text when it has four bytes or more. */
  iterations: number | string = 0;
}
sequence(PbeParams, [
  ['salt', { type: OctetString }],
  ['iterations', { type: AsnPropTypes.Integer }],
]);

function sequence(shape: new () => object, items: readonly [string, Parameters<typeof AsnProp>[0]][]): void {
  AsnType({ type: AsnTypeTypes.Sequence })(shape);
  for (const [name, item] of items) AsnProp(item)(shape.prototype as object, name);
}
