// Times in the time zone of the reader, durations, money: how values are shown.

const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });
const HOUR = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hour12: false });
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

const today = (date) => date.toDateString() === new Date().toDateString();

/** A time of today, or with its day. */
export function time(text) {
  if (!text) {
    return '';
  }
  const date = new Date(text);
  return today(date) ? TIME.format(date) : `${DAY.format(date)} ${TIME.format(date)}`;
}

/** A sentence of the service with its times in the zone of the reader. */
export const withTimes = (text) => text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, (stamp) => time(stamp));

/** A time in a chart of a day. */
export const hour = (at) => HOUR.format(new Date(at));

/** A time in a chart: hours and minutes, with the day where it is not today. */
export function clock(at) {
  const date = new Date(at);
  return today(date) ? HOUR.format(date) : `${DAY.format(date)} ${HOUR.format(date)}`;
}

/** The zone in which times are shown. */
export const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Seconds in words: 1:02:03, 2:03, 4.2 s. */
export function seconds(value) {
  if (value < 60) {
    return `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)} s`;
  }
  const whole = Math.round(value);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] > 0 ? parts : parts.slice(1);
  return shown.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

/** From one time to another one, or to now; never negative, because the service's clock may be a little ahead. */
export const between = (from, to) => seconds(Math.max(0, new Date(to ?? Date.now()) - new Date(from)) / 1000);

const ISO = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** A duration of the API in milliseconds; nothing where it is none. */
export function isoMillis(iso) {
  const found = ISO.exec(iso ?? '');
  if (!found) {
    return undefined;
  }
  const [days, hours, minutes, rest] = found.slice(1).map((part) => Number(part ?? 0));
  return 1000 * (((days * 24 + hours) * 60 + minutes) * 60 + rest);
}

/** A duration of the API in words. */
export function duration(iso) {
  const millis = isoMillis(iso);
  return millis === undefined ? iso ?? '' : seconds(millis / 1000);
}

/** What a user writes for a duration, 90 (minutes), 1:30:00 or 2-00:00:00, as the API has it; nothing where it is none. */
export function isoDuration(text) {
  const found = /^(?:(\d{1,4})-)?(\d{1,6})(?::(\d{1,2}))?(?::(\d{1,2}))?$/.exec(text.trim());
  if (!found) {
    return undefined;
  }
  const [days, first, second, third] = found.slice(1);
  let whole;
  if (days !== undefined) {
    whole = ((Number(days) * 24 + Number(first)) * 60 + Number(second ?? 0)) * 60 + Number(third ?? 0);
  } else if (third !== undefined) {
    whole = (Number(first) * 60 + Number(second)) * 60 + Number(third);
  } else {
    whole = Number(first) * 60 + Number(second ?? 0);
  }
  return whole > 0 ? `PT${whole}S` : undefined;
}

/** Money without zeros behind the point that say nothing. */
export const money = (text) => (text === undefined ? '' : text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''));

/** One amount of money less another one; exact, because both may be larger than a number can be. */
export function difference(one, other) {
  const milli = BigInt(one.replace('.', '')) - BigInt(other.replace('.', ''));
  const digits = String(milli < 0n ? -milli : milli).padStart(4, '0');
  return `${milli < 0n ? '-' : ''}${digits.slice(0, -3)}.${digits.slice(-3)}`;
}

/** A change of money, with its sign; nothing where it does not change. */
export const change = (text) => (/[1-9]/.test(text) ? `${text.startsWith('-') ? '' : '+'}${money(text)}` : '');

/** A share; small ones with a digit more. */
export const percent = (share) => `${share > 0 && share < 0.1 ? (share * 100).toFixed(1) : Math.round(share * 100)} %`;
