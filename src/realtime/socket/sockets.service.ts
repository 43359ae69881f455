import { Injectable, Logger } from '@nestjs/common';
import type { Request } from 'express';
import { WebSocket, WebSocketServer } from 'ws';
import { UpgradesService } from '../../platform/http/server/upgrades.service.js';
import { type Bearer, CredentialsService } from '../connections/credentials.service.js';
import { HeartbeatService } from '../connections/heartbeat.service.js';
import { readyFrame, ConnectionLifecycleService } from '../connections/connection-lifecycle.service.js';
import { fromNowOn, MOST_MISSED, MOST_STREAMS, SubscriptionsService } from '../hub/subscriptions.service.js';
import { credentialOf, type Frame, FrameFault, idOf, MOST_WATCHED, readFrame, STREAMS_PER_FRAME } from './frame.js';
import { SocketOperationsService } from './socket-operations.service.js';
import { AUTH_TIMEOUT_MS, FRAMES_PER_MINUTE, HEARTBEAT_MS, SocketConnection } from './socket-connection.js';

const FRAME_BYTES = 16 * 1024;
const CLOSING_MS = 3_000;

class Peer extends WebSocket {
  connection: SocketConnection;
}

/** Opens WebSockets and handles their frames. */
@Injectable()
export class SocketsService {
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
    private readonly upgrades: UpgradesService,
    private readonly lifecycle: ConnectionLifecycleService,
    private readonly credentials: CredentialsService,
    private readonly operations: SocketOperationsService,
    private readonly heartbeat: HeartbeatService,
    private readonly subscriptions: SubscriptionsService,
  ) {}

  /** Accepts the handshake. The request may carry a credential, or the first frame does. */
  open(request: Request, bearer: Bearer | undefined): void {
    const taken = this.upgrades.accept(request);
    if (!taken) return;
    this.server.handleUpgrade(request, taken.socket, taken.head, (peer) => {
      peer.connection = new SocketConnection(peer, taken.socket);
      this.start(peer, bearer);
    });
  }

  private start(peer: Peer, bearer: Bearer | undefined): void {
    const { connection } = peer;
    this.lifecycle.add(connection);
    this.heartbeat.start();
    peer.on('message', this.onMessage).on('ping', this.onPing).on('pong', onPong);
    peer.on('close', onClose).on('error', onError);
    connection.send(hello(connection));
    if (!bearer) return;
    connection.isAuthenticating = true;
    this.enqueue(connection, () => this.authenticate(connection, bearer));
  }

  /** One function for all sockets: a closure per socket would exist thousands of times. */
  private readonly onMessage = ((sockets) =>
    function (this: WebSocket, data: Buffer, isBinary: boolean) {
      sockets.receive((this as Peer).connection, data, isBinary);
    })(this);

  private readonly onPing = function (this: WebSocket) {
    countFrame((this as Peer).connection);
  };

  private receive(connection: SocketConnection, data: Buffer, isBinary: boolean): void {
    if (connection.closed || !countFrame(connection)) return;
    const frame = isBinary ? undefined : readFrame(data.toString());
    if (frame) this.enqueue(connection, () => this.handleFrame(connection, frame));
    else connection.close(4400, null);
  }

  private enqueue(connection: SocketConnection, work: () => Promise<void>): void {
    connection.pending.push(work);
    if (!connection.isWorking) void this.runPending(connection);
  }

  /** Handles frames one after the other, in the order of arrival. */
  private async runPending(connection: SocketConnection): Promise<void> {
    connection.isWorking = true;
    for (let next = connection.pending.shift(); next; next = connection.pending.shift()) {
      try {
        if (!connection.closed) await next();
      } catch (error) {
        this.logger.warn(`connection closed after an error: ${String(error)}`);
        connection.close(1012, 1_000);
      }
    }
    connection.isWorking = false;
  }

  private handleFrame(connection: SocketConnection, frame: Frame): Promise<void> {
    if (!connection.caller) return this.authenticateFirst(connection, frame);
    return frame.op === 'auth' ? this.renew(connection, frame) : this.operations.handleFrame(connection, frame);
  }

  private async authenticateFirst(connection: SocketConnection, frame: Frame): Promise<void> {
    connection.isAuthenticating = true;
    const bearer = frame.op === 'auth' ? await this.readBearer(frame).catch(ignoreFault) : undefined;
    if (bearer) await this.authenticate(connection, bearer);
    else connection.close(4401, null);
  }

  private async authenticate(connection: SocketConnection, bearer: Bearer): Promise<void> {
    if (!(await this.lifecycle.authenticate(connection, bearer))) return;
    await this.subscriptions.subscribeDefaults(connection, fromNowOn, (answers) => {
      const streams = answers.map((one) => ({ ...one, recovered: undefined }));
      connection.send(readyFrame(connection, streams));
    });
  }

  private async renew(connection: SocketConnection, frame: Frame): Promise<void> {
    try {
      const bearer = await this.readBearer(frame);
      if (bearer?.caller.id !== connection.caller?.id) connection.close(4401, null);
      else if (bearer && (await this.lifecycle.renew(connection, bearer))) {
        connection.send(readyFrame(connection, []));
      }
    } catch (error) {
      if (!(error instanceof FrameFault)) throw error;
      connection.send({ op: 'reply', id: null, ok: false, error: error.error });
    }
  }

  private readBearer(frame: Frame): Promise<Bearer | undefined> {
    try {
      idOf(frame);
      const { token, key } = credentialOf(frame);
      return this.credentials.readFrame(token, key);
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

/** Counts a frame and closes the connection above the limit. Returns false if it was closed. */
function countFrame(connection: SocketConnection): boolean {
  const wait = connection.countFrame(Date.now());
  if (wait !== undefined) connection.close(4429, wait);
  return wait === undefined;
}

function onPong(this: WebSocket): void {
  (this as Peer).connection.recordActivity(Date.now());
}

function onClose(this: WebSocket): void {
  (this as Peer).connection.markClosed();
}

/** `ws` closes with the right code after a malformed frame. */
function onError(this: WebSocket): void {
  (this as Peer).connection.markClosed();
}

function ignoreFault(error: unknown): undefined {
  if (!(error instanceof FrameFault)) throw error;
}
