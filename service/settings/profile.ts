/** The profile of an installation: `gbl/profile.cfg`, JSON, one for all registers. */
import fs from 'node:fs/promises';
import { AttributeError, Attributes, NO_ATTRIBUTES } from './attributes.ts';
import { writeDurably } from './durable-file.ts';

/** What a profile may say. */
interface ProfileFile {
  /** Attribute list as text. */
  Attributes?: string;
}

/** The profile in force. */
export class Profile {
  private readonly file: string;
  private content: ProfileFile;
  private parsed: Attributes;

  private constructor(file: string, content: ProfileFile, parsed: Attributes) {
    this.file = file;
    this.content = content;
    this.parsed = parsed;
  }

  /**
   * Reads the file; a missing one is an empty profile.
   * @throws AttributeError when the file is damaged: selling with other settings than meant is worse than not starting
   */
  static async open(file: string): Promise<Profile> {
    const text = await fs.readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '{}';
      throw error;
    });
    let content: unknown;
    try {
      content = JSON.parse(text);
    } catch {
      throw new AttributeError(`${file} is no JSON`);
    }
    const attributes = (content as ProfileFile | null)?.Attributes;
    if (attributes === undefined) return new Profile(file, content as ProfileFile, NO_ATTRIBUTES);
    if (typeof attributes !== 'string') throw new AttributeError(`Attributes in ${file} must be a text`);
    return new Profile(file, content as ProfileFile, Attributes.parse(attributes));
  }

  /** The attributes in force. */
  get attributes(): Attributes {
    return this.parsed;
  }

  /** The attribute list as it was written. */
  get attributeText(): string {
    return this.content.Attributes ?? '';
  }

  /**
   * Takes over an attribute list; it is in force at once.
   * @throws AttributeError when it cannot be read; nothing changes then
   */
  async setAttributes(text: string): Promise<void> {
    const parsed = Attributes.parse(text);
    const content = { ...this.content, Attributes: text };
    await writeDurably(this.file, `${JSON.stringify(content, null, 2)}\n`, 0o600);
    this.content = content;
    this.parsed = parsed;
  }
}
