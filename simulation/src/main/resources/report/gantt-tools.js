// Tools and legend of the chart of a run.

/** The groups with the greatest weights, which get their own colours, by number, and how many others there are. */
function colouredGroups(weights) {
  const most = [...weights].sort(([a, m], [b, n]) => n - m || a - b).map(([group]) => group);
  return { own: most.slice(0, COLOURS).sort((a, b) => a - b), others: Math.max(0, most.length - COLOURS) };
}

const background = (variable) => `background: var(${variable})`;

/** An entry of a legend. */
const legendKey = (text, style, kind = '') =>
  el('span', { class: 'key' }, el('span', { class: `swatch ${kind}`, style }), text);

/** Entries of a legend that show only the jobs of their group when pressed. */
function groupButtons(gantt, groups, title, named) {
  const buttons = groups.map((group, at) => el('button', {
    type: 'button', 'aria-pressed': 'false', title, click: () => gantt.show(gantt.shown === group ? null : group),
  }, el('span', { class: 'swatch', style: background(`--user-${at}`) }), named(group)));
  gantt.onShow = (group) => buttons.forEach(
    (button, at) => button.setAttribute('aria-pressed', String(groups[at] === group)));
  return buttons;
}

/**
 * Buttons and fields for a chart; `missing` is shown if the searched job is not in the chart,
 * `showUser` shows only the jobs of a user, and `userNumber` returns the number for an entered text.
 */
function chartTools(gantt, missing, showUser, userNumber = Number) {
  const message = el('span', { class: 'message', role: 'status' });
  const field = (id, placeholder) =>
    el('input', { id, type: 'search', placeholder, autocomplete: 'off' });
  const job = field('job', 'job id');
  const user = field('user', 'user');
  const find = (event) => {
    event.preventDefault();
    const wanted = user.value.trim();
    const id = job.value.trim();
    gantt.release();
    const found = [id === '' || gantt.find(id), wanted === '' || showUser(userNumber(wanted))];
    message.textContent = found.every(Boolean) ? '' : missing;
  };
  return [
    ...zoomTools(gantt),
    el('form', { class: 'set', submit: find },
      el('label', { for: 'job' }, 'Job'), job,
      ...(showUser ? [el('label', { for: 'user' }, 'User'), user] : []), el('button', {}, 'Find')),
    message,
  ];
}
