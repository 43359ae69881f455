import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type LogFn, type Logger, type LoggerOptions, destination, pino } from 'pino';
import { sqlState } from '../database/database-error.js';

export interface LogSettings {
  logLevel: string;
  production: boolean;
}

/** JSON lines in production; readable lines in development if the pretty printer is installed. */
export async function openLog({ logLevel, production }: LogSettings): Promise<Logger> {
  const pretty = production ? undefined : await import('pino-pretty').catch(() => undefined);
  const readable = pretty?.default({ translateTime: 'SYS:HH:MM:ss', singleLine: true, sync: true });
  return logTo(readable ?? inBatches(destination({ sync: true })), logLevel);
}

/** Linux does not divide a shorter write to a pipe, so lines of several processes do not mix. */
const UNDIVIDED = 4096;

/** Writes the lines of one turn of the event loop together, because a write takes longer than a line. */
function inBatches(output: DestinationStream): DestinationStream {
  let lines = '';
  const flush = () => {
    if (lines) output.write(lines);
    lines = '';
  };
  process.once('exit', flush);
  return {
    write: (line) => {
      if (lines.length + line.length > UNDIVIDED) flush();
      if (!lines) setImmediate(flush);
      lines += line;
    },
  };
}

/** A logger without sensitive data. */
export function logTo(output: DestinationStream, level: string): Logger {
  const options: LoggerOptions = {
    level,
    base: undefined,
    serializers: { err: harmless },
    hooks: {
      // pino would otherwise use the message of an error, with everything it quotes, as the message of the line.
      logMethod(args: [unknown, ...unknown[]], method) {
        const error = args.length === 1 && (args[0] as { err?: AnyError } | undefined)?.err;
        method.apply(this, (error ? [args[0], harmless(error).message] : args) as Parameters<LogFn>);
      },
    },
  };
  return pino(options, output);
}

interface AnyError {
  name?: string;
  message?: string;
  stack?: string;
  code?: string;
  constraint?: string;
  table?: string;
  driverError?: AnyError;
}

/**
 * An error without sensitive data: PostgreSQL's detail and TypeORM's parameters contain input of callers,
 * e-mail addresses among it, and an error about input quotes it in its message.
 */
function harmless(error: AnyError | string | null): { message: string; [more: string]: unknown } {
  if (typeof error !== 'object' || error === null) return { message: `${typeof error} was thrown` };
  const { code, constraint, table } = error.driverError ?? error;
  const state = sqlState(error);
  const quotes = state?.startsWith('22') || state?.startsWith('23');
  const [firstLine = '', ...frames] = (error.stack ?? '').split('\n    at ');
  return {
    type: error.name,
    message: quotes ? 'left out, as it quotes what was sent' : (error.message ?? firstLine).slice(0, 500),
    code: state ?? code,
    constraint,
    table,
    stack: frames.map((frame) => frame.trim()).slice(0, 12),
  };
}

/** Writes Nest's messages to the same log. Its long list of modules and routes appears at level debug only. */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: unknown): void {
    this.write('debug', message, context);
  }

  debug(message: unknown, context?: unknown): void {
    this.write('debug', message, context);
  }

  verbose(message: unknown, context?: unknown): void {
    this.write('trace', message, context);
  }

  warn(message: unknown, context?: unknown): void {
    this.write('warn', message, context);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest.at(-1));
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest.at(-1));
  }

  private write(level: 'trace' | 'debug' | 'warn' | 'error' | 'fatal', message: unknown, context: unknown): void {
    if (message instanceof Error) this.logger[level]({ context, err: message });
    else if (typeof message === 'object' && message !== null) this.logger[level]({ context, ...message });
    else this.logger[level]({ context }, String(message));
  }
}
