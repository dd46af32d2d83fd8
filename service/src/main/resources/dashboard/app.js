// Frame of all views: sign-in, navigation, and the state of the connection.
import { render } from 'preact';
import { useEffect, useState } from './vendor/preact-hooks.mjs';
import { html } from './html.js';
import { call, changes, get, onSignedOut } from './api.js';
import { zone } from './format.js';
import { SignIn } from './sign-in.js';
import { Overview } from './overview.js';
import { Jobs } from './jobs.js';
import { Job } from './job.js';
import { Workflows } from './workflows.js';
import { Workflow } from './workflow.js';
import { Submit } from './submit.js';
import { Nodes } from './nodes.js';
import { Node } from './node.js';
import { Sites } from './sites.js';
import { Reservations } from './reservations.js';
import { Accounts } from './accounts.js';
import { Policies } from './policies.js';
import { Prices } from './prices.js';

const VIEWS = [
  { path: 'overview', title: 'Overview', view: Overview },
  { path: 'jobs', title: 'Jobs', view: Jobs },
  { path: 'workflows', title: 'Workflows', view: Workflows },
  { path: 'submit', title: 'Submit', view: Submit, roles: ['user', 'coordinator', 'admin'] },
  { path: 'nodes', title: 'Nodes', view: Nodes },
  { path: 'sites', title: 'Sites', view: Sites },
  { path: 'reservations', title: 'Reservations', view: Reservations },
  { path: 'accounts', title: 'Accounts', view: Accounts },
  { path: 'prices', title: 'Prices', view: Prices, roles: ['owner', 'admin'] },
  { path: 'policies', title: 'Policies', view: Policies, roles: ['admin'] },
];

/** Views of a single item, each with the list to which it belongs. */
const SINGLE = {
  job: { title: 'Job', view: Job, list: 'jobs' },
  workflow: { title: 'Workflow', view: Workflow, list: 'workflows' },
  node: { title: 'Node', view: Node, list: 'nodes' },
};

/** Returns the view in the address, such as #/jobs?state=waiting. */
function place() {
  const [path, query] = window.location.hash.replace(/^#\/?/, '').split('?');
  const [view, id] = path.split('/').map(decodeURIComponent);
  return { view: view || 'overview', id, query: Object.fromEntries(new URLSearchParams(query ?? '')) };
}

function usePlace() {
  const [at, setAt] = useState(place());
  useEffect(() => {
    const changed = () => setAt(place());
    window.addEventListener('hashchange', changed);
    changed(); // the address may have changed since the first view was drawn
    return () => window.removeEventListener('hashchange', changed);
  }, []);
  return at;
}

function useConnected() {
  const [connected, setConnected] = useState(true);
  useEffect(() => {
    let timer;
    const off = changes.watch((now) => {
      clearTimeout(timer);
      timer = now ? setConnected(true) : setTimeout(() => setConnected(false), 1500);
    });
    return () => {
      clearTimeout(timer);
      off();
    };
  }, []);
  return connected;
}

/** Returns the colour theme, which is the system's unless the reader has chosen one, and its setter. */
function useTheme() {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const [theme, setTheme] = useState(window.localStorage.getItem('theme') ?? (dark.matches ? 'dark' : 'light'));
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return [theme, (next) => {
    window.localStorage.setItem('theme', next);
    setTheme(next);
  }];
}

function Top({ who, at, theme, setTheme, signOut }) {
  const links = VIEWS.filter((each) => !each.roles || each.roles.includes(who.role));
  return html`
    <header class="top">
      <a class="brand" href="#/overview">metasched</a>
      <nav aria-label="Views">
        ${links.map((each) => html`<a key=${each.path} href=${`#/${each.path}`}
          aria-current=${each.path === (SINGLE[at.view]?.list ?? at.view) ? 'page' : undefined}>${each.title}</a>`)}
      </nav>
      <span class="who">${who.principal}<span class="soft"> ${who.role}</span></span>
      <button onClick=${() => setTheme(theme === 'dark' ? 'light' : 'dark')}>${theme === 'dark' ? 'Light' : 'Dark'}</button>
      <button onClick=${signOut}>Sign out</button>
    </header>`;
}

function Frame({ who, theme, setTheme, signOut }) {
  const at = usePlace();
  const connected = useConnected();
  const shown = SINGLE[at.view] ?? VIEWS.find((each) => each.path === at.view);
  useEffect(() => {
    document.title = `${shown?.title ?? 'Unknown page'} - metasched`;
  }, [shown]);
  useEffect(() => {
    changes.start();
    return () => changes.stop();
  }, []);
  const View = shown?.view;
  return html`
    <a class="skip" href="#main" onClick=${(event) => { event.preventDefault(); document.getElementById('main').focus(); }}>To the content</a>
    <${Top} who=${who} at=${at} theme=${theme} setTheme=${setTheme} signOut=${signOut} />
    ${!connected && html`<p class="warning" role="status">The service does not answer. This page may be out of date; it reconnects automatically.</p>`}
    <main id="main" tabindex="-1">
      ${View ? html`<${View} key=${at.view + (at.id ?? '')} who=${who} id=${at.id} query=${at.query} />` : html`<h1>This page does not exist</h1>`}
    </main>
    <footer class="soft">Times are in ${zone()}. <a href="/openapi.yaml">API</a></footer>`;
}

function App() {
  const [who, setWho] = useState(undefined); // null if nobody is signed in
  const [why, setWhy] = useState('');
  const [theme, setTheme] = useTheme();
  useEffect(() => {
    get('/v1/session').then(setWho, () => setWho(null));
    return onSignedOut(() => {
      setWho(null);
      setWhy('Your session has ended.');
    });
  }, []);
  const signOut = async () => {
    setWhy('');
    const { endSession } = await call('DELETE', '/v1/session').catch(() => ({}));
    setWho(null);
    if (endSession) {
      location.assign(endSession);
    }
  };
  if (who === undefined) {
    return html`<p class="soft waiting">Waiting for the service...</p>`;
  }
  return who === null
    ? html`<${SignIn} why=${why} signedIn=${setWho} />`
    : html`<${Frame} who=${who} theme=${theme} setTheme=${setTheme} signOut=${signOut} />`;
}

render(html`<${App} />`, document.getElementById('app'));
