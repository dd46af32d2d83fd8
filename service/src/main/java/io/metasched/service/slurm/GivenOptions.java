package io.metasched.service.slurm;

import io.metasched.service.slurm.SlurmOption.Use;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Options and operands given to a command. */
final class GivenOptions {
  private static final int MOST_COUNT = 9999;
  private static final int MOST_ITEMS = 2000; // each is looked up in the book

  private final SortedMap<String, List<String>> values = new TreeMap<>();
  private final List<String> operands = new ArrayList<>();
  private final TreeSet<String> ignored = new TreeSet<>();

  /**
   * Adds an option.
   *
   * @throws ClientFaultException if the option is refused
   */
  void add(SlurmOption option, String value) {
    if (option.use() == Use.REFUSED) {
      throw new ClientFaultException("%s: %s".formatted(option.written(), option.meaning()));
    } else if (option.use() == Use.IGNORED) {
      ignored.add("%s is ignored: %s".formatted(option.written(), option.meaning()));
    }
    values.computeIfAbsent(option.name(), name -> new ArrayList<>()).add(value);
  }

  void operands(List<String> words) {
    operands.addAll(words);
  }

  List<String> operands() {
    return Collections.unmodifiableList(operands);
  }

  /** Adds a remark for standard error. */
  void remark(String text) {
    ignored.add(text);
  }

  /** Returns the lines for standard error, each once. */
  List<String> remarks() {
    return List.copyOf(ignored);
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  /** Returns the last value of an option. */
  Optional<String> last(String name) {
    var all = all(name);
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
  }

  /** Returns all values of an option. */
  List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  /** Returns the items of all lists of an option; empty if the option is not given. */
  Optional<List<String>> list(String name) {
    return has(name) ? Optional.of(items(String.join(",", all(name)))) : Optional.empty();
  }

  /**
   * Splits a list at commas that are not within brackets.
   *
   * @throws ClientFaultException if it is too long
   */
  static List<String> items(String text) {
    var items = new ArrayList<String>();
    int start = 0;
    int depth = 0;
    for (int at = 0; at <= text.length(); at++) {
      char each = at == text.length() ? ',' : text.charAt(at);
      if (at == text.length() || (each == ',' && depth == 0)) {
        items.add(text.substring(start, at).strip());
        start = at + 1;
      }
      depth = each == '[' ? 1 : each == ']' ? 0 : depth;
    }
    if (items.size() > MOST_ITEMS) {
      throw new ClientFaultException(
          "a list may have at most %d items, not %d".formatted(MOST_ITEMS, items.size()));
    }
    return Collections.unmodifiableList(items);
  }

  /** Returns a number from 1 to 9999; {@code usual} if the option is not given. */
  int count(String name, int usual) {
    return last(name).map(text -> number(name, text, MOST_COUNT)).orElse(usual);
  }

  /**
   * Returns a number from 1 to {@code most}.
   *
   * @throws ClientFaultException for any other text
   */
  static int number(String name, String text, int most) {
    int number = text.matches("[1-9]\\d{0,8}") ? Integer.parseInt(text) : 0;
    if (number < 1 || number > most) {
      throw new ClientFaultException(
          "--%s: a number from 1 to %d is allowed, not '%s'".formatted(name, most, text));
    }
    return number;
  }
}
