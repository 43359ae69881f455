import { Injectable, Logger } from '@nestjs/common';
import { StreamAccess } from '../hub/stream-access.js';
import type { Channel } from '../hub/channel.js';
import { Channels } from '../hub/channels.js';
import { Watching } from '../hub/watching.js';
import type { Caller } from '../../platform/access/caller.js';
import { Gathered } from '../gathered.js';
import type { Control } from '../realtime.js';
import type { Connection } from './connection.js';
import { Connections } from './connections.js';
import { CredentialsRepository, keyOf, sessionOf, type Standing } from './credentials.repository.js';

const AT_ONCE = 5_000;

type Recheck = Extract<Control, { do: 'recheck' }>;

/** Whose credential has ended is shown out, and who may not read any more hears no more. */
@Injectable()
export class Gatekeeper {
  private readonly logger = new Logger('Realtime');
  private readonly asked = new Gathered<Caller[], Map<string | null, Standing>>(async (lists) => {
    const standings = await this.credentials.standings(lists.flat());
    const known = new Map(standings.map((one) => [one.session_id ?? one.key_id, one]));
    return lists.map(() => known);
  });

  constructor(
    private readonly connections: Connections,
    private readonly channels: Channels,
    private readonly access: StreamAccess,
    private readonly watching: Watching,
    private readonly credentials: CredentialsRepository,
  ) {
    channels.watchers.control = (control) => {
      if (control.do === 'close') this.connections.close(control);
      else void this.recheck(control);
    };
  }

  /** Also where nobody told: everything that is open, by what the database says of its credential now. */
  async look(connections: Iterable<Connection> = this.connections.all): Promise<void> {
    const owned = [...connections].flatMap((connection) => {
      const { caller } = connection;
      return caller ? [{ connection, caller }] : [];
    });
    for (let at = 0; at < owned.length; at += AT_ONCE) {
      const some = owned.slice(at, at + AT_ONCE);
      const known = await this.asked.ask(some.map(({ caller }) => caller));
      for (const { connection, caller } of some) {
        // Whoever renewed meanwhile was looked at then.
        if (connection.caller !== caller) continue;
        judge(connection, known.get(sessionOf(caller.via) ?? keyOf(caller.via)));
      }
    }
  }

  private async recheck({ stream, user_id }: Recheck): Promise<void> {
    try {
      const channel = stream === undefined ? undefined : this.channels.all.get(stream);
      const meant = user_id
        ? this.connections.of(user_id)
        : channel
          ? listeners(channel)
          : this.connections.all;
      await this.access.recheck([...(stream && !channel ? [] : meant)], { stream, user_id });
      if (user_id && !stream) {
        await this.watching.recheck(user_id, this.connections.of(user_id));
        await this.look([...this.connections.of(user_id)]);
      }
      // Something was missed that cannot be told any more.
      if (!user_id && !stream) await this.look();
    } catch (error) {
      this.logger.error({ err: error as Error });
    }
  }
}

function judge(connection: Connection, standing: Standing | undefined): void {
  if (!standing || standing.state === 'ended') return connection.close(4401, null);
  if (standing.state === 'barred') return connection.close(4403, null);
  if (standing.key_id) connection.expiresAt = standing.expires_at?.getTime() ?? null;
  if (connection.caller && standing.role) connection.caller = { ...connection.caller, role: standing.role };
}

const listeners = (channel: Channel): Connection[] => [
  ...channel.live,
  ...[...(channel.replays ?? [])].map(({ connection }) => connection),
];
