import { spawn, spawnSync, type ChildProcess, type StdioOptions } from 'node:child_process';
import { lchownSync, readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresRefusal } from './refusal.js';
import type { Binaries } from './binaries.js';
import { isRoot, type DataDirectory, type Owner } from './data-directory.js';
import { shelterBinaries, shelterCluster } from './shelter.js';

/** How PostgreSQL's programs run here: as which user, from which folder, on which data folder. */
export interface Runner {
  /** The folder of the cluster, existing or planned. */
  readonly place: string;
  run(program: 'initdb' | 'postgres', args: string[], stdio: StdioOptions, detached?: boolean): ChildProcess;
  /** Changes the owner of a PostgreSQL folder and its content to the user that PostgreSQL runs as. */
  give(folder: string): void;
}

interface Identity {
  readonly prefix: readonly string[];
  readonly switchTo?: Owner;
  /** The user who, outside the name space, owns the files of this identity. */
  readonly owner: Owner;
}

/** A fixed environment, independent of the user's settings such as locale variables, PGPORT or PGOPTIONS. */
const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/**
 * PostgreSQL refuses to run as root, so root runs it as another user, the first one that works: the ordinary
 * user who owns the data; user 1000 of a user namespace, in which root's files appear as that user's (so a
 * home with mode 0700 is no obstacle); `postgres` or `nobody`, if they can reach the programs and the data;
 * one of these users, with programs or data copied to where they can reach them. Each option is tried rather
 * than predicted: container hosts forbid namespaces, and any parent folder may be closed.
 */
export function chooseRunner(directory: DataDirectory, binaries: Binaries, log: (message: string) => void): Runner {
  const place = directory.hasCluster ? dirname(realpathSync(directory.cluster)) : directory.path;
  if (!isRoot()) return runnerOf({ prefix: [], owner: directory.owner }, binaries.root, place);

  const owners = directory.hasCluster ? [statSync(directory.cluster), directory.owner] : [directory.owner];
  const ordinary = owners
    .filter(({ uid }) => uid !== 0)
    .slice(0, 1)
    .map(userIdentity);
  const service = serviceUsers().map(userIdentity);
  for (const identity of [...ordinary, namespaceIdentity(), ...service]) {
    if (runs(identity, binaries.root) && enters(identity, place)) return runnerOf(identity, binaries.root, place);
  }
  for (const identity of [...ordinary, ...service]) {
    const root = runs(identity, binaries.root) ? binaries.root : shelterBinaries(binaries);
    if (!runs(identity, root)) continue;
    if (enters(identity, place)) return runnerOf(identity, root, place);
    const shelter = shelterCluster(directory);
    log(`PostgreSQL cannot run as root, and others cannot enter ${directory.path}: its files are in ${shelter}`);
    return runnerOf(identity, root, shelter);
  }
  throw new EmbeddedPostgresRefusal(
    'The embedded PostgreSQL cannot run as root, and no other user can run it here: start as an ordinary user, or set DATABASE_URL',
  );
}

function namespaceIdentity(): Identity {
  return {
    prefix: ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'],
    owner: { uid: 0, gid: 0 },
  };
}

function userIdentity({ uid, gid }: Owner): Identity {
  return { prefix: [], switchTo: { uid, gid }, owner: { uid, gid } };
}

function serviceUsers(): Owner[] {
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  return ['postgres', '_postgres', 'nobody'].flatMap((name) => {
    const line = lines.find(([known]) => known === name);
    return line ? [{ uid: Number(line[2]), gid: Number(line[3]) }] : [];
  });
}

function runs(identity: Identity, root: string): boolean {
  return succeeds(identity, [join(root, 'bin', 'postgres'), '--version']);
}

function enters(identity: Identity, folder: string): boolean {
  return succeeds(identity, ['/bin/sh', '-c', 'cd "$1"', 'sh', folder]);
}

function succeeds(identity: Identity, words: string[]): boolean {
  const [command, ...args] = [...identity.prefix, ...words] as [string, ...string[]];
  return spawnSync(command, args, { ...identity.switchTo, cwd: '/', env: ENVIRONMENT, stdio: 'ignore' }).status === 0;
}

function runnerOf(identity: Identity, root: string, place: string): Runner {
  return {
    place,
    run(program, args, stdio, detached = false) {
      const [command, ...rest] = [...identity.prefix, join(root, 'bin', program), ...args] as [string, ...string[]];
      return spawn(command, rest, { ...identity.switchTo, cwd: '/', env: ENVIRONMENT, stdio, detached });
    },
    give(folder) {
      if (isRoot() && statSync(folder).uid !== identity.owner.uid) giveTree(folder, identity.owner);
    },
  };
}

/** The folder itself is changed last: while it has its old owner, the work is known to be incomplete. */
function giveTree(folder: string, { uid, gid }: Owner): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) giveTree(path, { uid, gid });
    else lchownSync(path, uid, gid);
  }
  lchownSync(folder, uid, gid);
}
