import { createHash, randomBytes } from 'node:crypto';
import { EntityRepository, type Values, type Where } from '../../../platform/database/entity.repository.js';

/** What every table of secret links has. Only the hash of a token is stored. */
export interface SecretLink {
  id: string;
  token_hash: string;
}

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('base64url');

/** A secret of 256 bits, and what is stored of it. */
export function drawToken(): { token: string; token_hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, token_hash: hashOfToken(token) };
}

/** Links whose address is the secret. An app provides its entity, which extends these columns. */
export abstract class SecretLinks<Row extends SecretLink> extends EntityRepository<Row> {
  /** The token is returned once, for the address, and cannot be read again. */
  async issue(values: Values<Row>): Promise<{ link: Row; token: string }> {
    const { token, token_hash } = drawToken();
    const link = await this.insert({ ...values, token_hash });
    return { link, token };
  }

  /** Another token in place of the one before, which stops working. */
  async renew(id: string): Promise<{ link: Row | undefined; token: string }> {
    const { token, token_hash } = drawToken();
    const changes = { token_hash } as Values<Row>;
    return { link: await this.updateOne({ id } as Where<Row>, changes), token };
  }

  /** The link, whatever its state. */
  async ofToken(token: string): Promise<Row | undefined> {
    return (await this.find({ token_hash: hashOfToken(token) } as Where<Row>))[0] as Row | undefined;
  }
}

/** Condition of a link that works: with `revoked_at` and `expires_at`. */
export const isOpenSql = (link: string) =>
  `${link}.revoked_at IS NULL AND (${link}.expires_at IS NULL OR ${link}.expires_at > now())`;

/** SQL that counts a use of the link $1, if it works and has one left. `used` and `most` are columns. */
export const countUseSql = (table: string, used: string, most: string) =>
  `UPDATE ${table} l SET ${used} = ${used} + 1
   WHERE l.id = $1 AND ${isOpenSql('l')} AND (${most} IS NULL OR ${used} < ${most}) RETURNING l.*`;
