/** What a POS learns from the answer to a sale and must find again after any crash. */
export interface Answer {
  rc: string;
  errorCode: string | null;
  sq: number;
  tn: string;
  fn: string;
  /** Content of the QR code. */
  code: string;
  /** Everything printed for the law: `label=value`, in order. */
  tags: string[];
}

/** A tag of Fis as JSON has it. */
export interface JsonTag {
  Label?: string | undefined;
  Name?: string | undefined;
  Value?: string | undefined;
}

interface JsonAnswer {
  SQ?: number;
  Result?: { RC?: string; ErrorCode?: string };
  ESR?: { TN?: string; FN?: string };
  Fis?: { Code?: string; Tag?: JsonTag[] };
}

/** A tag as one comparable text. */
export const tagText = (tag: JsonTag): string => `${tag.Label ?? tag.Name ?? ''}=${tag.Value ?? ''}`;

/** Reads a TraC in the format of its request. */
export function readAnswer(format: 'json' | 'xml', body: string): Answer {
  return format === 'json' ? fromJson(body) : fromXml(body);
}

function fromJson(body: string): Answer {
  const answer = (JSON.parse(body) as { TraC?: JsonAnswer }).TraC ?? {};
  return {
    rc: answer.Result?.RC ?? '',
    errorCode: answer.Result?.ErrorCode ?? null,
    sq: answer.SQ ?? 0,
    tn: answer.ESR?.TN ?? '',
    fn: answer.ESR?.FN ?? '',
    code: answer.Fis?.Code ?? '',
    tags: (answer.Fis?.Tag ?? []).map(tagText),
  };
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decode = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (_, hex?: string, decimal?: string, name?: string) =>
    name === undefined
      ? String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
      : (entities[name] ?? ''),
  );

const attribute = (element: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(element)?.[1];
  return found === undefined ? undefined : decode(found);
};

const content = (body: string, name: string): string | undefined => {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(body)?.[1];
  return found === undefined ? undefined : decode(found);
};

function fromXml(body: string): Answer {
  const opening = (name: string): string => new RegExp(`<${name}(\\s[^>]*)?>`).exec(body)?.[0] ?? '';
  return {
    rc: attribute(opening('Result'), 'RC') ?? '',
    errorCode: content(body, 'ErrorCode') ?? null,
    sq: Number(attribute(opening('TraC'), 'SQ') ?? 0),
    tn: attribute(opening('ESR'), 'TN') ?? '',
    fn: attribute(opening('ESR'), 'FN') ?? '',
    code: content(body, 'Code') ?? '',
    tags: Array.from(body.matchAll(/<Tag\s[^>]*>/g), ([element]) =>
      tagText({
        Label: attribute(element, 'Label'),
        Name: attribute(element, 'Name'),
        Value: attribute(element, 'Value'),
      }),
    ),
  };
}
