package io.metasched.simulation.workload.trace;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Times, durations and states in the format of {@code sacct}, in thousandths of a second. */
final class SacctText {
  /** Value of a time or a duration that the log does not contain. */
  static final long UNKNOWN = -1;

  /** Result for text that is neither a time nor a duration nor a word for none. */
  static final long WRONG = Long.MIN_VALUE;

  private static final Pattern LOCAL =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?");
  private static final Pattern ZONED = Pattern.compile("(.{19,29})(Z|[+-]\\d\\d):?(\\d\\d)?");
  private static final Pattern DURATION =
      Pattern.compile("(?:(?:(\\d{1,6})-)?(\\d{1,6}):)?(\\d{1,6}):(\\d{1,2}(?:\\.\\d{1,3})?)");
  private static final long MINUTE = 60 * DecimalText.MILLI;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  private static final Set<String> NONE =
      new TreeSet<>(
          List.of("", "unknown", "none", "n/a", "invalid", "unlimited", "partition_limit"));
  private static final Set<String> GOING_ON =
      new TreeSet<>(
          List.of(
              "PENDING",
              "RUNNING",
              "SUSPENDED",
              "REQUEUED",
              "REQUEUE_HOLD",
              "REQUEUE_FED",
              "RESIZING",
              "CONFIGURING",
              "COMPLETING",
              "SIGNALING",
              "STAGE_OUT",
              "STOPPED"));
  private static final Set<String> CANCELLED =
      new TreeSet<>(List.of("CANCELLED", "PREEMPTED", "REVOKED"));

  private SacctText() {}

  /** Parses a time: local time, time with an offset, or seconds of Unix time. */
  static long timeMilli(String text) {
    if (isNone(text)) {
      return UNKNOWN;
    }
    long seconds = decimal(text);
    if (seconds != WRONG) {
      return seconds;
    }
    try {
      if (LOCAL.matcher(text).matches()) {
        return allowed(LocalDateTime.parse(text).toInstant(ZoneOffset.UTC).toEpochMilli());
      }
      var zoned = ZONED.matcher(text);
      if (zoned.matches() && LOCAL.matcher(zoned.group(1)).matches()) {
        var minutes = zoned.group(3) == null ? "" : ":" + zoned.group(3);
        var offset = zoned.group(2).equals("Z") ? "Z" : zoned.group(2) + minutes;
        return allowed(OffsetDateTime.parse(zoned.group(1) + offset).toInstant().toEpochMilli());
      }
    } catch (DateTimeException noTime) {
      return WRONG;
    }
    return WRONG;
  }

  /** Parses a duration of the form {@code [[days-]hours:]minutes:seconds}. */
  static long durationMilli(String text) {
    if (isNone(text)) {
      return UNKNOWN;
    }
    var parts = DURATION.matcher(text);
    if (!parts.matches()) {
      return WRONG;
    }
    return allowed(
        whole(parts.group(1)) * DAY
            + whole(parts.group(2)) * HOUR
            + whole(parts.group(3)) * MINUTE
            + decimal(parts.group(4)));
  }

  /** Parses a number in a unit, such as the minutes of TimelimitRaw. */
  static long unitsMilli(String text, long unitMilli) {
    if (isNone(text)) {
      return UNKNOWN;
    }
    long number = decimal(text);
    return number == WRONG ? WRONG : allowed(number * (unitMilli / DecimalText.MILLI));
  }

  /** Returns a duration as text that {@link #durationMilli} parses. */
  static String duration(long milli) {
    long seconds = milli / DecimalText.MILLI % 60;
    var thousandths = milli % DecimalText.MILLI;
    return "%d-%02d:%02d:%02d%s"
        .formatted(
            milli / DAY,
            milli % DAY / HOUR,
            milli % HOUR / MINUTE,
            seconds,
            thousandths == 0 ? "" : ".%03d".formatted(thousandths));
  }

  /** Returns whether a job in this state had not ended when the log was written. */
  static boolean isGoingOn(String state) {
    return GOING_ON.contains(word(state));
  }

  /** Returns the status of a state in the Standard Workload Format. */
  static int status(String state) {
    var word = word(state);
    if (word.isEmpty() || GOING_ON.contains(word)) {
      return LoggedJob.UNKNOWN_STATUS;
    }
    return word.equals("COMPLETED") ? 1 : CANCELLED.contains(word) ? 5 : 0;
  }

  /** Returns the first word of a state: {@code CANCELLED} for {@code CANCELLED by 1000}. */
  private static String word(String state) {
    return state.split("[ +]", 2)[0].toUpperCase(Locale.ROOT);
  }

  private static boolean isNone(String text) {
    return NONE.contains(text.toLowerCase(Locale.ROOT));
  }

  private static long whole(@Nullable String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }

  /** Parses a number of at least 0 in thousandths, within the bounds of a log. */
  private static long decimal(String text) {
    var octets = text.getBytes(StandardCharsets.ISO_8859_1);
    long milli = DecimalText.milli(octets, 0, octets.length);
    return allowed(milli);
  }

  private static long allowed(long milli) {
    return milli >= 0 && SwfField.SUBMIT.allows(milli) ? milli : WRONG;
  }
}
