// Sign-in with a token, which the form exchanges for a session, or at an issuer. The page itself stores neither.
import { useEffect, useState } from './vendor/preact-hooks.mjs';
import { html } from './html.js';
import { call } from './api.js';

export function SignIn({ why, signedIn }) {
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const [issuers, setIssuers] = useState([]);
  useEffect(() => {
    call('GET', '/v1/logins').then(({ items }) => setIssuers(items.filter((each) => each.browser)), () => {});
  }, []);
  const submit = async (event) => {
    event.preventDefault();
    setBusy(true);
    setFault('');
    try {
      signedIn(await call('POST', '/v1/session', { token: new FormData(event.target).get('token') }));
    } catch (error) {
      setFault(error.status === 401 ? 'This token is unknown or has expired.' : error.message);
      setBusy(false);
    }
  };
  return html`
    <main class="sign-in">
      <h1>metasched</h1>
      ${why && html`<p class="warning" role="status">${why}</p>`}
      ${issuers.map(({ name }) => html`<p><a class="button" href=${`/v1/logins/${name}`}>Sign in at ${name}</a></p>`)}
      <form onSubmit=${submit}>
        <label for="token">Token</label>
        <input id="token" name="token" type="password" autocomplete="off" required autofocus />
        <button class="main" disabled=${busy}>Sign in</button>
      </form>
      ${fault && html`<p class="warning" role="alert">${fault}</p>`}
      <p class="hint">A new service stores tokens in the subfolder tokens of its data folder.</p>
    </main>`;
}
