package io.metasched.resource.model;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Properties of nodes, and the demands of jobs for properties, both as texts. A property of a node
 * is a name, such as {@code ssd}, or a name with a value, such as {@code memory=64} or {@code
 * gpu=a100}. A job demands a property, such as {@code ssd}, or compares its value, such as {@code
 * memory>=64}. Numbers are not negative and have a single notation: no redundant zeros, no
 * exponent.
 */
public final class Properties {
  private static final String NAME = "[A-Za-z][A-Za-z0-9_-]{0,39}";
  private static final Pattern WORDS = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,39}");
  private static final int MOST_DIGITS = 15;
  private static final int MOST_DECIMALS = 6;
  private static final Pattern NUMBERS =
      Pattern.compile("[0-9]{1,%d}(\\.[0-9]{1,%d})?".formatted(MOST_DIGITS, MOST_DECIMALS));
  private static final Pattern DEMANDS =
      Pattern.compile("(" + NAME + ")\\s*(?:(<=|>=|==|!=|<|>|=)\\s*(\\S+))?");
  private static final List<String> YES = List.of("yes", "true");
  private static final List<String> NO = List.of("no", "false");

  private Properties() {}

  /**
   * Returns the text of a property with a value. The value {@code yes} denotes the name alone;
   * {@code no} and the empty text denote a node without the property, for which the result is
   * empty.
   *
   * @throws IllegalArgumentException for an invalid value; the message states what is allowed
   */
  public static Optional<String> of(String name, String value) {
    if (value.isEmpty() || NO.contains(value)) {
      return Optional.empty();
    }
    return Optional.of(YES.contains(value) ? name : name + '=' + value(value));
  }

  /**
   * Returns the text of a job's demand, such as {@code memory >= 64}.
   *
   * @throws IllegalArgumentException for anything else; the message states what is allowed
   */
  public static String demand(String text) {
    var parts = DEMANDS.matcher(text.strip());
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "a property, or one compared with a value, such as ssd, memory >= 64 or gpu == a100");
    }
    var name = parts.group(1);
    if (parts.group(2) == null) {
      return name;
    }
    var operator = parts.group(2).equals("==") ? "=" : parts.group(2);
    var given = parts.group(3);
    if (operator.equals("=") && YES.contains(given)) {
      return name;
    }
    var value = value(given);
    boolean compares = operator.startsWith("<") || operator.startsWith(">");
    if (compares && !isNumber(value)) {
      throw new IllegalArgumentException("a number after " + operator);
    }
    return name + operator + value;
  }

  private static String value(String text) {
    if (NUMBERS.matcher(text).matches()) {
      var number = new BigDecimal(text);
      return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }
    if (!WORDS.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "a number from 0 with at most 15 digits and 6 decimals, or a word of letters, digits, -,"
              + " _ and .");
    }
    return text;
  }

  private static boolean isNumber(String value) {
    return NUMBERS.matcher(value).matches();
  }

  /**
   * Returns whether a node with these properties meets the demand of a job. A node without the
   * property meets only demands with {@code !=}.
   */
  static boolean meet(List<String> properties, String demand) {
    int at = operatorAt(demand);
    if (at < 0) {
      return properties.contains(demand) || valueOf(properties, demand, demand.length()) != null;
    }
    var property = valueOf(properties, demand, at);
    boolean equalAllowed = demand.charAt(demand.length() > at + 1 ? at + 1 : at) == '=';
    int operand = equalAllowed ? at + 2 : at + 1;
    char operator = demand.charAt(at);
    if (property == null) {
      return operator == '!' && !properties.contains(demand.substring(0, at));
    }
    int start = at + 1;
    return switch (operator) {
      case '=' -> same(property, start, demand, at + 1);
      case '!' -> !same(property, start, demand, operand);
      default -> {
        if (!isNumber(property, start)) {
          yield false;
        }
        int order = compare(property, start, demand, operand);
        yield order == 0 ? equalAllowed : operator == '<' ? order < 0 : order > 0;
      }
    };
  }

  /** Returns the index at which the operator of a demand begins, or -1 if there is none. */
  private static int operatorAt(String demand) {
    for (int at = 0; at < demand.length(); at++) {
      char sign = demand.charAt(at);
      if (sign == '<' || sign == '>' || sign == '=' || sign == '!') {
        return at;
      }
    }
    return -1;
  }

  /**
   * Returns the property with a value whose name is the first {@code length} characters of {@code
   * text}.
   */
  private static @Nullable String valueOf(List<String> properties, String text, int length) {
    for (var property : properties) {
      if (property.length() > length
          && property.charAt(length) == '='
          && property.regionMatches(0, text, 0, length)) {
        return property;
      }
    }
    return null;
  }

  private static boolean same(String one, int from, String other, int otherFrom) {
    int length = one.length() - from;
    return length == other.length() - otherFrom
        && one.regionMatches(from, other, otherFrom, length);
  }

  /**
   * Returns whether the rest of a text is a number as defined by {@link #NUMBERS}. Searches call
   * this often.
   */
  private static boolean isNumber(String text, int from) {
    int point = pointOf(text, from);
    return isDigits(text, from, point, MOST_DIGITS)
        && (point == text.length() || isDigits(text, point + 1, text.length(), MOST_DECIMALS));
  }

  private static boolean isDigits(String text, int from, int to, int most) {
    for (int at = from; at < to; at++) {
      if (text.charAt(at) < '0' || text.charAt(at) > '9') {
        return false;
      }
    }
    return from < to && to - from <= most;
  }

  /** Compares two numbers without allocating objects, because window searches call this often. */
  private static int compare(String one, int from, String other, int otherFrom) {
    int point = pointOf(one, from);
    int otherPoint = pointOf(other, otherFrom);
    int digits = Integer.compare(point - from, otherPoint - otherFrom);
    if (digits != 0) {
      return digits;
    }
    for (int at = 0; ; at++) {
      boolean ended = from + at >= one.length();
      boolean otherEnded = otherFrom + at >= other.length();
      if (ended || otherEnded) {
        return ended == otherEnded ? 0 : ended ? -1 : 1;
      }
      int order = Character.compare(one.charAt(from + at), other.charAt(otherFrom + at));
      if (order != 0) {
        return order;
      }
    }
  }

  private static int pointOf(String text, int from) {
    int point = text.indexOf('.', from);
    return point < 0 ? text.length() : point;
  }
}
