// The self-test of the page of a cyclic run.

new GanttSelfTest({
  steps: [23, 9],
  expectText: (text) =>
    expect(['submitted', 'start', 'reserved end', 'nodes (m)'].every((word) => text.includes(word)), 'the tooltip lacks a word'),
  charts: [incomeChart, useChart],
  useRest: (test) => {
    document.querySelectorAll('#legend button').forEach((user) => {
      user.click();
      test.drawNow();
      expect(user.getAttribute('aria-pressed') === 'true', 'a user is not shown');
    });
    test.press('0');
    byId('setbacks').open = true;
    byId('setback-job').value = '1';
    byId('setback-job').dispatchEvent(new Event('input'));
    byId('setback-event').value = 'requeued';
    byId('setback-event').dispatchEvent(new Event('input'));
  },
}).run();
