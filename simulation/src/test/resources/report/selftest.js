// Common parts of the self-tests of all pages. A test appends a self-test to a page; the self-test then uses
// all functions of the page, as a user would. data-errors of the root element has the failures;
// data-selftest is set at the end of the self-test; data-hovered is the number of shown tooltips.

const expect = (holds, what) => {
  if (!holds) {
    throw new Error(`self-test: ${what}`);
  }
};

const expectTipInWindow = () => {
  const box = byId('tip').getBoundingClientRect();
  expect(byId('tip').hidden || (box.left >= 0 && box.right <= innerWidth + 1), 'the tooltip leaves the window');
};

/** Checks that the drawn elements of a chart have places. */
const expectPlaced = (elements) => elements.forEach((part) => {
  expect([...part.attributes].every(({ value }) => !/NaN|undefined|Infinity/.test(value)), 'an element has no place');
});

/** Checks that a missing value is shown as none, not as 0. */
const expectUnknownIsNoZero = () => {
  const rows = [{ policy: 'a', some: null, zero: 0 }, { policy: 'b', some: 5, zero: 0 }];
  const measures = [['Some', '', (row) => row.some, String], ['None', '', () => null, String], ['Zero', '', (row) => row.zero, String]];
  const [card, ...notes] = cards(measures, rows);
  expect(card.querySelectorAll('.bar').length === 1, 'a missing value has a bar');
  const values = [...card.querySelectorAll('.value')].map((value) => value.textContent);
  expect(values.join() === '–,5', `the values of a card are ${values}`);
  expect(notes.map((note) => note.textContent).join(' ')
    === 'No bars, because all are 0: Zero. No bars, because there are no values: None.', 'the notes of cards');
  const host = byId('tip').parentElement.appendChild(el('div'));
  const drawn = (values) => {
    new TimeChart(host).set({ label: 'x', format: String, series: [{ name: 'a', colour: '--user-0', step: 1, end: 3, values }] });
    return host;
  };
  expect(drawn([0, 0, 0]).textContent.includes('0 throughout: x'), 'a chart of zeros has another note');
  expect(drawn([null, null, null]).textContent.includes('no values: x'), 'a chart without values has another note');
  expect(drawn([1, null, 2]).querySelectorAll('polyline').length === 2, 'a line has no gap at a missing value');
  expect(drawn([0, null, 0]).querySelectorAll('polyline').length === 2, 'a missing value is drawn as 0');
  host.remove();
};

/** Ends a self-test; writes figures into attributes of the root element. */
const endSelfTest = (figures) => {
  if (typeof TimeChart === 'function') {
    expectUnknownIsNoZero();
  }
  const root = document.documentElement;
  expect(root.scrollWidth <= innerWidth + 1, 'the page is wider than the window');
  Object.entries(figures).forEach(([name, value]) => { root.dataset[name] = value.toFixed(0); });
  root.dataset.selftest = 'done';
};
