/**
 * How a till asks another one that lends it a TSE (profile attribute `SignServer`): requests over
 * the service's own HTTP port, JSON, with the sign server's password as basic authentication (the
 * user name does not count).
 *
 *     POST /sign/tse         {"ask":"start","serial":"<64 hex>","client":"K1","reference":"<uuid>"}
 *                            ->  200 {"outcome":"done","result":{...}} as drivers have it (../contract.ts)
 *     POST /sign/tse/export  {"serial":"<64 hex>"}  ->  200 the TAR file
 *
 * `serial` names the TSE; without it the first one is meant that the other till has. Who is not let
 * in gets another status with `{"outcome":"not-done","failure":{...}}`.
 */

/** Paths, without the leading slash. */
export const TSE_PATH = 'sign/tse';
/** See {@link TSE_PATH}. */
export const TSE_EXPORT_PATH = 'sign/tse/export';
/** Longest request: the data of a process are most of it. */
export const MOST_REQUEST_BYTES = 200_000;

/** What can be asked for. Keys and life of the TSE are the business of the till that has it. */
export const ASKED = [
  'state',
  'registerClient',
  'setTime',
  'selfTest',
  'start',
  'update',
  'finish',
  'open',
  'find',
] as const;

/** See {@link ASKED}. */
export type Asked = (typeof ASKED)[number];
