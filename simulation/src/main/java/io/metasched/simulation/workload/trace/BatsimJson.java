package io.metasched.simulation.workload.trace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.metasched.metascheduler.program.PrintableText;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reader of a Batsim workload value by value, each checked; a fault names the file and the line.
 */
final class BatsimJson implements AutoCloseable {
  /** Value of an unknown time. */
  static final long NO_TIME = -1;

  /** Longest time that a log may contain, in thousandths of a second. */
  static final long MOST_MILLI = 10_000_000_000_000L;

  private static final BigDecimal MOST_SECONDS = BigDecimal.valueOf(MOST_MILLI, 3);
  private static final Pattern SECONDS =
      Pattern.compile("-?[0-9]{1,18}(\\.[0-9]{1,30})?([eE][+-]?[0-9]{1,3})?");
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(1 << 16)
                  .maxNameLength(1000)
                  .maxNumberLength(100)
                  .maxNestingDepth(20)
                  .build())
          .build();

  private final Path file;
  private final JsonParser json;

  BatsimJson(Path file, InputStream text) throws IOException {
    this.file = file;
    json = FACTORY.createParser(text);
  }

  /** Moves to the next token, and returns it. */
  JsonToken next() throws IOException {
    return json.nextToken();
  }

  /** Moves to the value of the next member of an object; false at the end of the object. */
  boolean nextMember() throws IOException {
    if (json.nextToken() == JsonToken.END_OBJECT) {
      return false;
    }
    json.nextToken();
    return true;
  }

  /** Returns the name of the current member. */
  String name() throws IOException {
    return json.currentName();
  }

  /** Returns the line of the current token. */
  int line() {
    return json.currentTokenLocation().getLineNr();
  }

  void skip() throws IOException {
    json.skipChildren();
  }

  /** Returns the number of objects and lists around the current token. */
  int depth() {
    return json.getParsingContext().getNestingDepth();
  }

  /** Moves to the end of the object that began at {@code depth}. */
  void skipToEnd(int depth) throws IOException {
    while (json.currentToken() != JsonToken.END_OBJECT || depth() >= depth) {
      if (json.nextToken() == null) {
        throw wrong("the end of the object");
      }
    }
  }

  /** Checks that an object begins at the current token. */
  void requireObject(String allowed) throws IOException {
    require(JsonToken.START_OBJECT, allowed);
  }

  /** Checks that a list begins at the current token. */
  void requireList(String allowed) throws IOException {
    require(JsonToken.START_ARRAY, allowed);
  }

  private void require(JsonToken token, String allowed) throws IOException {
    if (json.currentToken() != token) {
      throw wrong(allowed);
    }
  }

  /** Reads a text, or a number as text. */
  String text() throws IOException {
    return text(name());
  }

  private String text(String field) throws IOException {
    if (!json.currentToken().isScalarValue() || json.currentToken() == JsonToken.VALUE_NULL) {
      throw wrong(field + ": a text or a number");
    }
    return json.getText();
  }

  /** Reads a list of up to {@code most} texts. */
  List<String> texts(int most) throws IOException {
    var field = name();
    requireList(field + ": a list of names");
    var texts = new ArrayList<String>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (texts.size() == most) {
        throw wrong("%s: at most %d names, in all lists together".formatted(field, most));
      }
      texts.add(text(field));
    }
    return texts;
  }

  /** Reads a whole number, at least 1. */
  int whole() throws IOException {
    var allowed = "%s: a whole number from 1 to %d".formatted(name(), Integer.MAX_VALUE);
    require(JsonToken.VALUE_NUMBER_INT, allowed);
    var number = json.getBigIntegerValue();
    if (number.signum() < 1 || number.bitLength() > 31) {
      throw wrong(allowed);
    }
    return number.intValueExact();
  }

  /**
   * Reads a time in thousandths of a second, up to {@link #MOST_MILLI}; a negative time is unknown.
   */
  long milli() throws IOException {
    long milli = milliOrMore();
    if (milli > MOST_MILLI) {
      throw wrong(name() + ": a number of seconds up to 10000000000");
    }
    return milli;
  }

  /** Reads a time in thousandths of a second; {@link #MOST_MILLI} + 1 means any longer time. */
  long milliOrMore() throws IOException {
    var plain = json.currentToken().isNumeric() ? json.getText() : "";
    if (!SECONDS.matcher(plain).matches()) {
      throw wrong(name() + ": a number of seconds");
    }
    var seconds = new BigDecimal(plain);
    if (seconds.signum() < 0) {
      return NO_TIME;
    }
    return seconds.compareTo(MOST_SECONDS) > 0
        ? MOST_MILLI + 1
        : seconds.movePointRight(3).setScale(0, RoundingMode.HALF_UP).longValueExact();
  }

  /**
   * Reads a limit in thousandths of a second; there is no limit if the value is null or beyond
   * {@link #MOST_MILLI}.
   */
  long limitMilli() throws IOException {
    long milli = json.currentToken() == JsonToken.VALUE_NULL ? NO_TIME : milliOrMore();
    return milli > MOST_MILLI ? NO_TIME : milli;
  }

  /** Returns the exception for a fault of the current token. */
  TraceException wrong(String allowed) throws IOException {
    var given = json.currentToken() == null ? "the end of the file" : "" + json.getText();
    return fault(
        file,
        line(),
        "allowed is %s; given was %s".formatted(allowed, PrintableText.quoted(given)));
  }

  /** Returns the exception for a fault of a line. */
  static TraceException fault(Path file, int line, String what) {
    return new TraceException(
        "%s:%d: %s".formatted(TraceFile.shown(file), line, PrintableText.line(what)));
  }

  @Override
  public void close() throws IOException {
    json.close();
  }
}
