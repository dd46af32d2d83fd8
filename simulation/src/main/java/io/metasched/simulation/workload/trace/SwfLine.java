package io.metasched.simulation.workload.trace;

import io.metasched.metascheduler.program.PrintableText;
import org.jspecify.annotations.Nullable;

/**
 * Fields of one job line, in thousandths. One object reads line after line; nothing is allocated
 * for a valid line.
 */
final class SwfLine {
  private static final SwfField[] FIELDS = SwfField.values();

  /** Maximum number of fields: some archived logs append up to three additional fields. */
  private static final int MOST_FIELDS = FIELDS.length + 3;

  private final long[] milli = new long[FIELDS.length];
  private byte[] text = {};
  private int start;
  private int end;
  private int fieldCount;
  private @Nullable SwfField wrong;
  private int wrongStart;
  private int wrongEnd;

  /** Reads a line and returns whether it is well formed; {@link #fault} describes the fault. */
  boolean read(byte[] lineText, int lineStart, int lineEnd) {
    text = lineText;
    start = lineStart;
    end = lineEnd;
    fieldCount = 0;
    wrong = null;
    int at = pastBlanks(lineStart);
    while (at < end) {
      int fieldEnd = pastField(at);
      if (fieldCount < FIELDS.length) {
        readField(FIELDS[fieldCount], at, fieldEnd);
      }
      fieldCount++;
      at = pastBlanks(fieldEnd);
    }
    return hasFields() && wrong == null;
  }

  /** Returns the fault of a line that is not well formed. */
  String fault() {
    var field = wrong;
    if (!hasFields() || field == null) {
      return "a job line must have %d fields, but has %d: %s"
          .formatted(FIELDS.length, fieldCount, PrintableText.quoted(text, start, end));
    }
    return field.rule() + ", but is " + PrintableText.quoted(text, wrongStart, wrongEnd);
  }

  /**
   * Returns the number of fields of the line; fields after the last field of the format are not
   * read.
   */
  int fieldCount() {
    return fieldCount;
  }

  private boolean hasFields() {
    return FIELDS.length <= fieldCount && fieldCount <= MOST_FIELDS;
  }

  /** Returns a field in thousandths: for a time, its ticks. */
  long milli(SwfField field) {
    return milli[field.number() - 1];
  }

  /** Returns a field that holds a whole number. */
  long whole(SwfField field) {
    return milli(field) / DecimalText.MILLI;
  }

  private void readField(SwfField field, int fieldStart, int fieldEnd) {
    long value = DecimalText.milli(text, fieldStart, fieldEnd);
    milli[field.number() - 1] = value;
    if (wrong == null && !field.allows(value)) {
      wrong = field;
      wrongStart = fieldStart;
      wrongEnd = fieldEnd;
    }
  }

  private int pastBlanks(int from) {
    int at = from;
    while (at < end && isBlank(text[at])) {
      at++;
    }
    return at;
  }

  private int pastField(int from) {
    int at = from;
    while (at < end && !isBlank(text[at])) {
      at++;
    }
    return at;
  }

  static boolean isBlank(byte octet) {
    return octet == ' ' || octet == '\t';
  }
}
