/** Headers made as long as they may be. */
/** Longest that Node's HTTP takes, less what every request has. */
export const LONGEST_HEADER = 15_000;
/** What a header may repeat. */
export const REPEATED = [
  'a',
  ' ',
  '=',
  ',',
  ';',
  '"',
  '\\',
  '/',
  '.',
  '%',
  '1',
  '-',
  ':',
  'a=',
  'a="',
  '=a,',
  'a ',
  '*/*,',
  'q=',
  'ab;',
];
/** Headers that are looked at, by us or by what we use. */
export const HEADERS = [
  ...[
    'authorization',
    'accept',
    'accept-language',
    'accept-charset',
    'content-type',
    'cookie',
    'origin',
    'referer',
  ],
  ...[
    'x-forwarded-for',
    'forwarded',
    'if-none-match',
    'range',
    'user-agent',
    'sec-fetch-site',
    'api_key',
    'host',
  ],
];

/** What the value of a header may begin with. */
export const beginnings = (header: string): string[] =>
  header === 'authorization' ? ['', 'Digest ', 'Bearer ', 'Basic '] : [''];
