import { connect } from 'node:net';

/**
 * Keeps connections busy for some seconds, with one request each, or with those of a list for as long as it lasts.
 * It reads of a response what it must and no more, because it runs on the processors that the servers need: an HTTP
 * client would take more of them than they do.
 */
process.on('message', (job) => {
  load(job).then(
    (figures) => process.send(figures),
    (error) => process.send({ error: error.message }),
  );
});
process.on('disconnect', () => process.exit());

async function load({ port, path, headers = {}, posts, connections, seconds }) {
  const next = posts ? list(port, path, posts) : always(port, path, headers);
  const latencies = [];
  const begun = performance.now();
  const until = begun + seconds * 1000;
  await Promise.all(Array.from({ length: connections }, () => keepBusy({ port, next, until, latencies })));
  const elapsed = (performance.now() - begun) / 1000;
  const sorted = Float64Array.from(latencies).sort();
  const percentile = (part) => sorted[Math.floor(part * (sorted.length - 1))];
  return {
    requests: sorted.length,
    perSecond: sorted.length / elapsed,
    p50: percentile(0.5),
    p99: percentile(0.99),
  };
}

function head(method, path, headers) {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${fields.join('')}\r\n`;
}

function always(port, path, headers) {
  const request = head('GET', path, { host: `127.0.0.1:${port}`, ...headers });
  return () => request;
}

/** Each of them once; undefined at the end. */
function list(port, path, posts) {
  let at = 0;
  return () => {
    if (at === posts.length) return undefined;
    const { path: own = path, headers, body } = posts[at++];
    if (body === undefined) return head('GET', own, { host: `127.0.0.1:${port}`, ...headers });
    const length = Buffer.byteLength(body);
    return head('POST', own, { host: `127.0.0.1:${port}`, 'content-length': length, ...headers }) + body;
  };
}

function keepBusy({ port, next, until, latencies }) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1');
    let received;
    let sent;
    let finished = false;
    const send = () => {
      const request = next();
      finished = request === undefined;
      if (finished) return socket.destroy();
      received = '';
      sent = performance.now();
      socket.write(request, 'latin1');
    };
    socket.once('connect', send);
    socket.on('data', (chunk) => {
      received += chunk;
      if (received.length < lengthOf(received)) return;
      const now = performance.now();
      latencies.push(now - sent);
      finished = now >= until;
      if (received[9] !== '2' && received[9] !== '3') socket.destroy(new Error(`not a success but ${received}`));
      else if (finished) socket.destroy();
      else send();
    });
    socket.once('error', reject);
    socket.once('close', () => (finished ? resolve() : reject(new Error('the server closed a connection'))));
  });
}

const LENGTH = '\r\nContent-Length: ';

/** The length of the response that begins here; more than there is while its head is not complete. */
function lengthOf(received) {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return Infinity;
  const at = received.indexOf(LENGTH);
  return at < 0 || at > end ? Infinity : end + 4 + parseInt(received.slice(at + LENGTH.length), 10);
}
