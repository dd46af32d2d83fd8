package io.metasched.resource.broker.xml;

import io.metasched.resource.model.Ticks;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Fields of one record of a file, by name, with conversions to numbers. */
final class XmlRecord {
  private static final int MOST_SHOWN = 40;
  private static final Pattern COMMA = Pattern.compile(",");

  private record Value(int line, String text) {}

  private final Path file;
  private final String name;
  private final int line;
  private final FieldSet fields;
  private final TreeMap<String, Value> values = new TreeMap<>();

  XmlRecord(Path file, String name, int line, FieldSet fields) {
    this.file = file;
    this.name = name;
    this.line = line;
    this.fields = fields;
  }

  void put(String field, int atLine, String text) {
    if (!fields.has(field)) {
      throw at(
          atLine, "a %s has the elements %s, but not %s".formatted(name, fields, quoted(field)));
    } else if (values.put(field, new Value(atLine, text)) != null) {
      throw at(atLine, "a %s has one %s, but this has two".formatted(name, field));
    }
  }

  void requireAll() {
    for (var field : fields.required()) {
      if (!values.containsKey(field)) {
        throw at(line, "a %s needs the element %s".formatted(name, field));
      }
    }
  }

  boolean has(String field) {
    return values.containsKey(field);
  }

  /** Returns the text of a field, or an empty text. */
  String text(String field) {
    var value = values.get(field);
    return value == null ? "" : value.text();
  }

  /** Returns a text of at least one character. */
  String requiredText(String field) {
    if (text(field).isEmpty()) {
      throw wrong(field, "not be empty");
    }
    return text(field);
  }

  /** Returns the names in a field, separated there by commas. */
  List<String> names(String field) {
    return COMMA
        .splitAsStream(text(field))
        .map(String::strip)
        .filter(each -> !each.isEmpty())
        .toList();
  }

  /** Returns a whole number within bounds; 0 if an optional field is not given. */
  long number(String field, long least, long most) {
    if (!has(field)) {
      return 0;
    }
    try {
      long number = Long.parseLong(text(field));
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // leads to the message below
    }
    throw wrong(field, "be a whole number from %d to %d".formatted(least, most));
  }

  int whole(String field, int least, int most) {
    return Math.toIntExact(number(field, least, most));
  }

  /** Returns seconds with up to three decimals, as ticks. */
  long ticks(String field, long mostSeconds) {
    var text = text(field);
    try {
      if (text.length() <= MOST_SHOWN && text.matches("[0-9]+(\\.[0-9]{1,3})?")) {
        long ticks = new BigDecimal(text).movePointRight(3).longValueExact();
        if (ticks <= mostSeconds * Ticks.PER_UNIT) {
          return ticks;
        }
      }
    } catch (ArithmeticException e) {
      // leads to the message below
    }
    throw wrong(
        field, "be seconds from 0 to %d with at most three decimals".formatted(mostSeconds));
  }

  /** Returns an error about a field: the requirement, and the given value. */
  XmlFileException wrong(String field, String must) {
    var value = values.getOrDefault(field, new Value(line, ""));
    return at(value.line(), "%s must %s, but is %s".formatted(field, must, quoted(value.text())));
  }

  private XmlFileException at(int atLine, String what) {
    return new XmlFileException("%s:%d: %s".formatted(file, atLine, what));
  }

  /**
   * Returns text from outside for a message: shortened, and without terminal control characters.
   */
  static String quoted(String text) {
    var shown = text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + "..." : text;
    return "'" + shown.replaceAll("\\p{C}", "?") + "'";
  }
}
