// Tools of the chart of a run.

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
