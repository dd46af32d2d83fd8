// The self-test of a page about schedules of rigid jobs.

new GanttSelfTest({
  steps: [61, 41],
  expectText: (text) =>
    expect(['submitted', 'waited', 'processors'].every((word) => text.includes(word)), 'the tooltip lacks a word'),
  charts: [useChart, queueChart, ...(typeof waitsChart === 'undefined' ? [] : [waitsChart])],
  useRest: (test) => {
    gantt.stretch(1e-9);
    for (const name of Object.keys(COLOURINGS).reverse()) {
      [...document.querySelectorAll('.colouring')].find((other) => other.textContent === `by ${name}`).click();
      test.drawNow();
      document.querySelectorAll('#legend [title]').forEach((group) => {
        group.click();
        test.drawNow();
        expect(group.getAttribute('aria-pressed') === 'true', 'a group is not shown');
        group.click();
      });
    }
    test.drawNow();
  },
}).run();
