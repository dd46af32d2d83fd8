package io.metasched.simulation.study;

import io.metasched.metascheduler.program.PrintableText;
import io.metasched.simulation.scenario.UsageException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Key of a scenario with its values in a sweep.
 *
 * @param key key in scenario files
 * @param values different values in the notation of scenario files, at least one
 */
record SweptKey(String key, List<String> values) {
  static final int MOST_VALUES = 100;
  private static final String OPTION = "--over";
  private static final int LONGEST_VALUE = 200;
  private static final Pattern KEY = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*");
  private static final Pattern NUMBER =
      Pattern.compile("-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]{1,3})?");

  SweptKey {
    values = List.copyOf(values);
  }

  /**
   * Parses {@code key=a,b,c}. Commas in brackets, braces and quotation marks do not separate
   * values.
   *
   * @throws UsageException for anything else
   */
  static SweptKey parse(String text) {
    int equals = text.indexOf('=');
    var key = text.substring(0, Math.max(0, equals)).strip();
    if (text.chars().anyMatch(Character::isISOControl) || !KEY.matcher(key).matches()) {
      throw new UsageException(
          "%s: allowed is key=a,b,c, given was '%s'"
              .formatted(OPTION, PrintableText.shortLine(text)));
    }
    var values = parts(text.substring(equals + 1));
    if (values.size() > MOST_VALUES) {
      throw new UsageException(
          "%s %s: allowed are at most %d values, given were %d"
              .formatted(OPTION, key, MOST_VALUES, values.size()));
    }
    for (int at = 0; at < values.size(); at++) {
      requireNew(key, values.get(at), values.subList(0, at));
    }
    return new SweptKey(key, values);
  }

  private static void requireNew(String key, String value, List<String> before) {
    if (value.isEmpty() || value.length() > LONGEST_VALUE) {
      throw new UsageException(
          "%s %s: a value has 1 to %d characters (\"\" is an empty text), given was '%s'"
              .formatted(OPTION, key, LONGEST_VALUE, PrintableText.shortLine(value)));
    }
    for (var other : before) {
      if (isSame(value, other)) {
        throw new UsageException(
            "%s %s: the values must differ, given were '%s' and '%s'"
                .formatted(OPTION, key, other, value));
      }
    }
  }

  private static boolean isSame(String value, String other) {
    boolean numbers = isNumber(value) && isNumber(other);
    return numbers ? number(value).compareTo(number(other)) == 0 : value.equals(other);
  }

  private static List<String> parts(String text) {
    var parts = new ArrayList<String>();
    int depth = 0;
    boolean quoted = false;
    int begun = 0;
    for (int at = 0; at < text.length(); at++) {
      char sign = text.charAt(at);
      if (quoted) {
        if (sign == '\\') {
          at++; // an escaped character does not end a text
        } else {
          quoted = sign != '"';
        }
      } else if (sign == '"') {
        quoted = true;
      } else if (sign == '[' || sign == '{') {
        depth++;
      } else if (sign == ']' || sign == '}') {
        depth--;
      } else if (sign == ',' && depth == 0) {
        parts.add(text.substring(begun, at).strip());
        begun = at + 1;
      }
    }
    parts.add(text.substring(begun).strip());
    return parts;
  }

  /** Returns the argument of {@code --set} for a value; errors name the value in this form. */
  String setting(String value) {
    return key + "=" + value;
  }

  /** Returns the name of the option with this value in errors. */
  String origin(String value) {
    return OPTION + " " + setting(value);
  }

  /** Returns whether all values are numbers. */
  boolean isNumeric() {
    return values.stream().allMatch(SweptKey::isNumber);
  }

  /** Returns the values in the order of an axis: by size if all are numbers, otherwise as given. */
  List<String> ordered() {
    return isNumeric()
        ? values.stream().sorted((a, b) -> number(a).compareTo(number(b))).toList()
        : values;
  }

  private static boolean isNumber(String value) {
    return NUMBER.matcher(value).matches();
  }

  private static BigDecimal number(String value) {
    return new BigDecimal(value);
  }
}
