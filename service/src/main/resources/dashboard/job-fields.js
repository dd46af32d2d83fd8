// Fields of the form for arrays, priority and mails: their values in the format of the API, checked as the API does.

const MOST_ELEMENTS = 10_000;
const MOST_INDEX = 4_194_303;
const MOST_PRIORITY = 1000;
const ADDRESS = /^[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@[A-Za-z0-9][A-Za-z0-9.-]{0,188}$/;

/** Transitions by the types of mails, which are Slurm's names. */
const TRANSITIONS = {
  BEGIN: ['started'],
  END: ['ended'],
  FAIL: ['failed'],
  REQUEUE: ['requeued'],
  BOOKED: ['booked'],
  ALL: ['booked', 'started', 'ended', 'requeued'],
};

/** Returns whether a text is a whole number within bounds. */
const isWhole = (text, least, most) => /^-?\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most;

/** Returns whether a text has different indices, such as 1-100:2,200. */
function areIndices(text) {
  const found = new Set();
  for (const word of text.split(',')) {
    const range = /^(\d{1,7})(?:-(\d{1,7})(?::(\d{1,7}))?)?$/.exec(word);
    const [from, to, step] = range ? [Number(range[1]), Number(range[2] ?? range[1]), Number(range[3] ?? 1)] : [1, 0, 1];
    if (from > to || to > MOST_INDEX || step === 0 || (to - from) / step > MOST_ELEMENTS) {
      return false;
    }
    for (let index = from; index <= to; index += step) {
      if (found.has(index) || found.size === MOST_ELEMENTS) {
        return false;
      }
      found.add(index);
    }
  }
  return true;
}

/** Returns the members {array, priority, mail} of the job as far as they are given, or {missing} with the first fault. */
export function jobFields({ indices, most, priority, mailUser, mailType }) {
  if (indices && !areIndices(indices)) {
    return { missing: `The indices: up to ${MOST_ELEMENTS.toLocaleString('en')} different numbers from 0 to ${MOST_INDEX}, such as 1-100:2,200.` };
  }
  if (most && (!indices || !isWhole(most, 1, MOST_ELEMENTS))) {
    return { missing: `Jobs at a time: a number from 1 to ${MOST_ELEMENTS}, for an array.` };
  }
  if (priority && !isWhole(priority, -MOST_PRIORITY, MOST_PRIORITY)) {
    return { missing: `The priority: a whole number from -${MOST_PRIORITY} to ${MOST_PRIORITY}.` };
  }
  if (mailUser && !ADDRESS.test(mailUser)) {
    return { missing: 'The mail address: such as user@example.org.' };
  }
  const types = mailType.toUpperCase().split(',').map((type) => type.trim());
  if (mailUser && !types.every((type) => Object.hasOwn(TRANSITIONS, type))) {
    return { missing: `The mails: some of ${Object.keys(TRANSITIONS).join(', ')}.` };
  }
  return {
    ...(indices ? { array: { indices, ...(most ? { most: Number(most) } : {}) } } : {}),
    ...(priority ? { priority: Number(priority) } : {}),
    ...(mailUser ? { mail: { to: mailUser, transitions: [...new Set(types.flatMap((type) => TRANSITIONS[type]))] } } : {}),
  };
}

/** Returns the options of a command line for these fields. */
export function jobOptions({ indices, most, priority, mailUser, mailType }) {
  return [
    ['array', indices && (most ? `${indices}%${most}` : indices)], ['priority', priority],
    ['mail-user', mailUser], ['mail-type', mailUser && mailType],
  ];
}
