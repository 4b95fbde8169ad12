/** Names of the files in an export (BSI TR-03153): what they say of their log message. */
import { secondsOf, type LogMessage } from './log-message.ts';

/** What a name says. */
export interface NamedLog {
  /** Unix time, seconds. */
  time: number;
  counter: number;
  kind: LogMessage['kind'];
  /** `Start`, `Update`, `Finish`, or the name of a system event; empty for audit logs. */
  operation: string;
  transactionNumber: number | null;
  clientId: string;
}

const LOG =
  /^(Unixt|Utc|Gent)_([0-9.Z]{1,24})_Sig-(\d{1,16})_Log-(?:(Aud)|Sys_([^/]{1,100}?)|Tra_No-(\d{1,16})_(Start|Update|Finish)_Client-([^/]*?))(?:_Fc-\d{1,9})?\.log$/;

/** Reads the name of a log file; null when it is none. */
export function readLogName(name: string): NamedLog | null {
  const found = LOG.exec(name);
  if (!found) return null;
  const [, format, timeText, counter, audit, event, number, operation, clientId] = found as unknown as [
    string,
    'Unixt' | 'Utc' | 'Gent',
    ...(string | undefined)[],
  ];
  const time =
    format === 'Unixt'
      ? /^\d{1,15}$/.test(timeText!)
        ? Number(timeText)
        : null
      : secondsOf(timeText!, format === 'Utc' ? 'utcTime' : 'generalizedTime');
  if (time === null) return null;
  return {
    ...{ time, counter: Number(counter) },
    kind: audit !== undefined ? 'audit' : event !== undefined ? 'system' : 'transaction',
    operation: operation ?? event ?? '',
    transactionNumber: number === undefined ? null : Number(number),
    clientId: clientId ?? '',
  };
}

/** The serial number in the name of a certificate, lower case; null when it is no such name. */
export function certificateSerial(name: string): string | null {
  const [, serial] = /^([0-9A-Fa-f]{64})_X509(?:_Fc-\d{1,9})?\.(?:pem|cer|crt|der)$/i.exec(name) ?? [];
  return serial?.toLowerCase() ?? null;
}

/** What a name and its log message disagree about, in words; null when they agree. */
export function disagreement(named: NamedLog, log: LogMessage): string | null {
  const said = (what: string, name: string | number, message: string | number) =>
    `the name says ${what} ${name}, the log message ${message}`;
  if (named.kind !== log.kind) return said('a log of kind', named.kind, log.kind);
  if (named.counter !== log.counter) return said('signature counter', named.counter, log.counter);
  if (named.time !== log.time) return said('time', named.time, log.time);
  if (named.transactionNumber !== log.transactionNumber)
    return said('transaction', named.transactionNumber ?? 'none', log.transactionNumber ?? 'none');
  if (log.kind === 'transaction' && `${named.operation}Transaction` !== log.operation)
    return said('', named.operation, log.operation);
  return null;
}
