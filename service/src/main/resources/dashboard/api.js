// The API as this page uses it: one function for requests, one stream of changes for all views.

export class Problem extends Error {
  constructor(status, body) {
    super(body.detail || body.title || `status ${status}`);
    this.status = status;
    this.errors = body.errors || [];
  }
}

const signedOut = new Set();

/** Calls back when the session has ended. */
export function onSignedOut(callback) {
  signedOut.add(callback);
  return () => signedOut.delete(callback);
}

/** Answers with their tags, the latest last: the service has browsers keep nothing, also for later users. */
const kept = new Map();
const MOST_KEPT = 50;

function keep(path, answer) {
  kept.delete(path);
  kept.set(path, answer);
  if (kept.size > MOST_KEPT) {
    kept.delete(kept.keys().next().value);
  }
}

/** The answer to a request, or a Problem. */
export async function call(method, path, body, headers = {}) {
  const before = method === 'GET' ? kept.get(path) : undefined;
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      ...(method === 'GET' ? {} : { 'X-Requested-With': 'metasched' }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(before === undefined ? {} : { 'If-None-Match': before.tag }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (response.status === 304 && before !== undefined) {
    keep(path, before);
    return JSON.parse(before.text);
  }
  const text = response.headers.get('Content-Type')?.includes('json') ? await response.text() : '';
  const json = text ? JSON.parse(text) : {};
  if (path === '/v1/session' && method !== 'GET') {
    kept.clear();
  }
  if (response.ok) {
    const tag = response.headers.get('ETag');
    if (method === 'GET' && tag) {
      keep(path, { tag, text });
    }
    return json;
  }
  if (response.status === 401 && path !== '/v1/session') {
    signedOut.forEach((callback) => callback());
  }
  throw new Problem(response.status, json);
}

/** What is at a path, as of the last change that the page was told of or later: pages then share their answers. */
export const get = (path) => call('GET', path, undefined, changes.seen());

/** A key for a request that makes something, so that asking twice makes it once. */
export const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0')).join('');

/** A path with parameters; those without a value are left out. */
export function withQuery(path, parameters) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== '');
  const query = given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return query ? `${path}?${query}` : path;
}

// --- changes

const LONGEST_PAUSE = 10_000;

/** What changes in the service. It connects again by itself, and goes on behind the last event it has heard of. */
class ChangeStream {
  constructor() {
    this.views = new Set();
    this.watchers = new Set();
    this.last = undefined;
    this.connected = false;
    this.abort = undefined;
  }

  /** A view is told of each change, {events, jobs, nodes, accounts, many}, and of `null` when it may have missed some. */
  on(view) {
    this.views.add(view);
    return () => this.views.delete(view);
  }

  /** Whether the service can be reached. */
  watch(watcher) {
    this.watchers.add(watcher);
    watcher(this.connected);
    return () => this.watchers.delete(watcher);
  }

  start() {
    this.stop();
    const abort = new AbortController();
    this.abort = abort;
    this.run(abort.signal);
  }

  stop() {
    this.abort?.abort();
    this.abort = undefined;
    this.last = undefined;
  }

  tell(change) {
    this.views.forEach((view) => view(change));
  }

  /** Headers that name the last event it has heard of. */
  seen() {
    return this.last === undefined ? {} : { 'Last-Event-ID': this.last };
  }

  state(connected) {
    if (this.connected !== connected) {
      this.connected = connected;
      this.watchers.forEach((watcher) => watcher(connected));
    }
  }

  async run(signal) {
    let pause = 500;
    while (!signal.aborted) {
      try {
        const response = await fetch('/v1/changes', { headers: this.seen(), signal, credentials: 'same-origin' });
        if (response.status === 401) {
          signedOut.forEach((callback) => callback());
          return;
        }
        if (response.ok) {
          this.state(true);
          pause = 500;
          this.tell(null);
          await this.read(response.body.getReader());
        }
      } catch (error) {
        if (signal.aborted) {
          return;
        }
      }
      this.state(false);
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(LONGEST_PAUSE, pause * 2);
    }
  }

  async read(reader) {
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) {
        return;
      }
      text += decoder.decode(value, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop();
      blocks.forEach((block) => this.block(block));
    }
  }

  block(block) {
    let data = '';
    let isReset = false;
    for (const line of block.split('\n')) {
      if (line.startsWith('id: ')) {
        this.last = line.slice(4);
      } else if (line.startsWith('data: ')) {
        data += line.slice(6);
      } else if (line === 'event: reset') {
        isReset = true;
      }
    }
    if (isReset) {
      this.tell(null);
    } else if (data) {
      this.tell(JSON.parse(data));
    }
  }
}

export const changes = new ChangeStream();
