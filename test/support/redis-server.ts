import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { freePort } from './free-port.js';
import { eventually } from './service.js';

/** A Redis for one test: the real one if it is installed, else an imitation that can count. */
export interface RedisServer {
  url: string;
  /** Reads everything and answers nothing, like an overloaded or frozen server. */
  pause(): void;
  resume(): void;
  /** Ends the server and every connection at once. */
  kill(): Promise<void>;
}

export function startRedis(): Promise<RedisServer> {
  const installed = spawnSync('redis-server', ['--version']).status === 0;
  return installed ? startReal() : startStandIn();
}

async function startReal(): Promise<RedisServer> {
  const port = await freePort();
  const redis = spawn('redis-server', ['--port', String(port), '--save', '', '--bind', '127.0.0.1'], {
    stdio: 'ignore',
  });
  await eventually(() => connected(port));
  return {
    url: `redis://127.0.0.1:${port}`,
    pause: () => redis.kill('SIGSTOP'),
    resume: () => redis.kill('SIGCONT'),
    kill: async () => {
      if (redis.kill('SIGKILL')) await once(redis, 'exit');
    },
  };
}

async function connected(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
}

async function startStandIn(): Promise<RedisServer> {
  const data = new Map<string, { value: number; ends: number }>();
  const sockets = new Set<Socket>();
  let paused: (() => void)[] | undefined;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    const session = new Session(data);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (;;) {
        const read = readCommand(text);
        if (!read) return;
        text = text.slice(read.length);
        const answer = () => void socket.write(session.answer(read.words));
        if (paused) paused.push(answer);
        else answer();
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pause: () => (paused ??= []),
    resume: () => {
      const waiting = paused ?? [];
      paused = undefined;
      for (const answer of waiting) answer();
    },
    kill: async () => {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await new Promise((done) => server.close(done));
    },
  };
}

/**
 * The format of a command: `*2\r
 * $4\r
 * PING\r
 * …`.
 */
function readCommand(text: string): { words: string[]; length: number } | undefined {
  const head = /^\*(\d+)\r\n/.exec(text);
  if (!head) return undefined;
  const words: string[] = [];
  let at = head[0].length;
  for (let left = Number(head[1]); left > 0; left--) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at));
    const begin = at + (size?.[0].length ?? 0);
    const end = begin + Number(size?.[1]);
    if (!size || text.length < end + 2) return undefined;
    words.push(text.slice(begin, end));
    at = end + 2;
  }
  return { words, length: at };
}

/** One connection. The only script that it runs is the counter, with key, points and seconds. */
class Session {
  private queued: string[][] | undefined;

  constructor(private readonly data: Map<string, { value: number; ends: number }>) {}

  answer([name = '', ...rest]: string[]): string {
    const verb = name.toUpperCase();
    if (verb === 'EXEC') return this.exec();
    if (verb === 'MULTI') this.queued = [];
    else if (this.queued) {
      this.queued.push([name, ...rest]);
      return '+QUEUED\r\n';
    }
    const [first = '', , key = '', points, seconds] = rest;
    if (verb === 'PING') return '+PONG\r\n';
    if (verb === 'INFO') return bulk('redis_version:7.0.0\r\nloading:0\r\n');
    if (verb === 'EVALSHA') return '-NOSCRIPT No matching script\r\n';
    if (verb === 'EVAL') return this.count(key, Number(points), Number(seconds));
    if (verb === 'GET') return bulk(this.living(first)?.value);
    if (verb === 'PTTL') return `:${(this.living(first)?.ends ?? Date.now() - 2) - Date.now()}\r\n`;
    return '+OK\r\n';
  }

  private exec(): string {
    const commands = this.queued ?? [];
    this.queued = undefined;
    return `*${commands.length}\r\n${commands.map((command) => this.answer(command)).join('')}`;
  }

  private count(key: string, points: number, seconds: number): string {
    const entry = this.living(key) ?? { value: 0, ends: Date.now() + seconds * 1000 };
    entry.value += points;
    this.data.set(key, entry);
    return `*2\r\n:${entry.value}\r\n:${entry.ends - Date.now()}\r\n`;
  }

  private living(key: string) {
    const entry = this.data.get(key);
    return entry && entry.ends > Date.now() ? entry : undefined;
  }
}

const bulk = (value: string | number | undefined) =>
  value === undefined ? '$-1\r\n' : `$${String(value).length}\r\n${value}\r\n`;
