import { Injectable, Logger } from '@nestjs/common';
import type { Request } from 'express';
import { WebSocket, WebSocketServer } from 'ws';
import { Upgrades } from '../../platform/http/upgrades.js';
import { type Bearer, Credentials } from '../connections/credentials.js';
import { Pulse } from '../connections/pulse.js';
import { readyFrame, Reception } from '../connections/reception.js';
import { fromNowOn, MOST_MISSED, MOST_STREAMS, Subscriptions } from '../hub/subscriptions.js';
import {
  credentialOf,
  type Frame,
  FrameFault,
  idOf,
  MOST_WATCHED,
  readFrame,
  STREAMS_PER_FRAME,
} from './frame.js';
import { Operations } from './operations.js';
import { AUTH_TIMEOUT_MS, FRAMES_PER_MINUTE, HEARTBEAT_MS, SocketConnection } from './socket-connection.js';

const FRAME_BYTES = 16 * 1024;
const CLOSING_MS = 3_000;

class Peer extends WebSocket {
  connection: SocketConnection;
}

/** WebSockets from their handshake to their end. */
@Injectable()
export class Sockets {
  private readonly logger = new Logger('Realtime');
  private readonly server = new WebSocketServer<typeof Peer>({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: FRAME_BYTES,
    closeTimeout: CLOSING_MS,
    handleProtocols: () => false,
    WebSocket: Peer,
  } as object);

  constructor(
    private readonly upgrades: Upgrades,
    private readonly reception: Reception,
    private readonly credentials: Credentials,
    private readonly operations: Operations,
    private readonly pulse: Pulse,
    private readonly subscriptions: Subscriptions,
  ) {}

  /** The handshake; who it is may be known by now, or is said in the first frame. */
  open(request: Request, bearer: Bearer | undefined): void {
    const taken = this.upgrades.accept(request);
    if (!taken) return;
    this.server.handleUpgrade(request, taken.socket, taken.head, (peer) => {
      peer.connection = new SocketConnection(peer, taken.socket);
      this.begin(peer, bearer);
    });
  }

  private begin(peer: Peer, bearer: Bearer | undefined): void {
    const { connection } = peer;
    this.reception.arrive(connection);
    this.pulse.start();
    peer.on('message', this.onMessage).on('ping', this.onPing).on('pong', onPong);
    peer.on('close', onClose).on('error', onError);
    connection.send(hello(connection));
    if (!bearer) return;
    connection.asked = true;
    this.enqueue(connection, () => this.admit(connection, bearer));
  }

  /** One function for all sockets: what each would close over is there thousands of times. */
  private readonly onMessage = ((sockets) =>
    function (this: WebSocket, data: Buffer, isBinary: boolean) {
      sockets.receive((this as Peer).connection, data, isBinary);
    })(this);

  private readonly onPing = function (this: WebSocket) {
    count((this as Peer).connection);
  };

  private receive(connection: SocketConnection, data: Buffer, isBinary: boolean): void {
    if (connection.closed || !count(connection)) return;
    const frame = isBinary ? undefined : readFrame(data.toString());
    if (frame) this.enqueue(connection, () => this.serve(connection, frame));
    else connection.close(4400, null);
  }

  private enqueue(connection: SocketConnection, work: () => Promise<void>): void {
    connection.waiting.push(work);
    if (!connection.isWorking) void this.work(connection);
  }

  /** One after the other, in the order in which they came. */
  private async work(connection: SocketConnection): Promise<void> {
    connection.isWorking = true;
    for (let next = connection.waiting.shift(); next; next = connection.waiting.shift()) {
      try {
        if (!connection.closed) await next();
      } catch (error) {
        this.logger.warn(`a connection is closed: ${String(error)}`);
        connection.close(1012, 1_000);
      }
    }
    connection.isWorking = false;
  }

  private serve(connection: SocketConnection, frame: Frame): Promise<void> {
    if (!connection.caller) return this.identify(connection, frame);
    return frame.op === 'auth' ? this.renew(connection, frame) : this.operations.run(connection, frame);
  }

  private async identify(connection: SocketConnection, frame: Frame): Promise<void> {
    connection.asked = true;
    const bearer = frame.op === 'auth' ? await this.bearerOf(frame).catch(unlessFault) : undefined;
    if (bearer) await this.admit(connection, bearer);
    else connection.close(4401, null);
  }

  private async admit(connection: SocketConnection, bearer: Bearer): Promise<void> {
    if (!(await this.reception.admit(connection, bearer))) return;
    await this.subscriptions.welcome(connection, fromNowOn, (answers) => {
      const streams = answers.map((one) => ({ ...one, recovered: undefined }));
      connection.send(readyFrame(connection, streams));
    });
  }

  private async renew(connection: SocketConnection, frame: Frame): Promise<void> {
    try {
      const bearer = await this.bearerOf(frame);
      if (bearer?.caller.id !== connection.caller?.id) connection.close(4401, null);
      else if (bearer && (await this.reception.renew(connection, bearer))) {
        connection.send(readyFrame(connection, []));
      }
    } catch (error) {
      if (!(error instanceof FrameFault)) throw error;
      connection.send({ op: 'reply', id: null, ok: false, error: error.error });
    }
  }

  private bearerOf(frame: Frame): Promise<Bearer | undefined> {
    try {
      idOf(frame);
      const { token, key } = credentialOf(frame);
      return this.credentials.ofFrame(token, key);
    } catch (error) {
      return Promise.reject(error as Error);
    }
  }
}

const hello = ({ id }: SocketConnection) => ({
  op: 'hello',
  v: 1,
  connection_id: id,
  heartbeat_ms: HEARTBEAT_MS,
  auth_timeout_ms: AUTH_TIMEOUT_MS,
  limits: {
    frame_bytes: FRAME_BYTES,
    frames_per_minute: FRAMES_PER_MINUTE,
    streams: MOST_STREAMS,
    streams_per_frame: STREAMS_PER_FRAME,
    replay: MOST_MISSED,
    watch: MOST_WATCHED,
  },
});

/** Whether it may still be listened to. */
function count(connection: SocketConnection): boolean {
  const wait = connection.count(Date.now());
  if (wait !== undefined) connection.close(4429, wait);
  return wait === undefined;
}

function onPong(this: WebSocket): void {
  (this as Peer).connection.heard(Date.now());
}

function onClose(this: WebSocket): void {
  (this as Peer).connection.gone();
}

/** Broken frames: `ws` closes with the code that says so. */
function onError(this: WebSocket): void {
  (this as Peer).connection.gone();
}

function unlessFault(error: unknown): undefined {
  if (!(error instanceof FrameFault)) throw error;
}
