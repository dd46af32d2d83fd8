// What the self-tests of all pages share. A test appends them to a page, which then goes through all
// it can do, as a user would. What fails shows in data-errors of the root element; data-selftest says
// that it came to its end, data-hovered how often a tooltip was shown.

const expect = (holds, what) => {
  if (!holds) {
    throw new Error(`self-test: ${what}`);
  }
};

const expectTipInWindow = () => {
  const box = byId('tip').getBoundingClientRect();
  expect(byId('tip').hidden || (box.left >= 0 && box.right <= innerWidth + 1), 'the tooltip leaves the window');
};

/** The drawn elements of a chart must have places. */
const expectPlaced = (elements) => elements.forEach((part) => {
  expect([...part.attributes].every(({ value }) => !/NaN|undefined|Infinity/.test(value)), 'something has no place');
});

/** Ends a self-test; figures go into attributes of the root element. */
const endSelfTest = (figures) => {
  const root = document.documentElement;
  expect(root.scrollWidth <= innerWidth + 1, 'the page is wider than the window');
  Object.entries(figures).forEach(([name, value]) => { root.dataset[name] = value.toFixed(0); });
  root.dataset.selftest = 'done';
};
