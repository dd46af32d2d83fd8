package io.metasched.simulation.input;

import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Mapping between names and the numbers 0, 1, 2 and so on. Names that equal these numbers are their
 * own numbers and are not stored. Immutable.
 */
public final class Numbering {
  /** Numbering without names: each entity is identified by its number. */
  public static final Numbering NONE = new Numbering(List.of());

  private static final Pattern WHOLE = Pattern.compile("0|[1-9][0-9]{0,8}");

  private final List<String> names;
  private final TreeMap<String, Integer> numbers = new TreeMap<>();

  private Numbering(List<String> names) {
    this.names = List.copyOf(names);
    for (var name : this.names) {
      numbers.put(name, numbers.size());
    }
  }

  /**
   * Creates a numbering of names.
   *
   * @param names each name once, in the order of their numbers; in any order if they are 0, 1, 2
   *     and so on
   */
  public static Numbering of(Collection<String> names) {
    boolean dense = names.stream().allMatch(name -> isWhole(name, names.size()));
    return dense ? NONE : new Numbering(List.copyOf(names));
  }

  /**
   * Creates a numbering of names that may be incomplete: whole numbers below {@code bound} are
   * their own numbers even if some are missing.
   */
  public static Numbering ofSparse(Collection<String> names, int bound) {
    boolean whole = names.stream().allMatch(name -> isWhole(name, bound));
    return whole ? NONE : new Numbering(List.copyOf(names));
  }

  private static boolean isWhole(String name, int bound) {
    return WHOLE.matcher(name).matches() && Integer.parseInt(name) < bound;
  }

  /** Returns the number of a name; empty if the name is unknown. */
  public OptionalInt number(String name) {
    if (names.isEmpty()) {
      return WHOLE.matcher(name).matches()
          ? OptionalInt.of(Integer.parseInt(name))
          : OptionalInt.empty();
    }
    var number = numbers.get(name);
    return number == null ? OptionalInt.empty() : OptionalInt.of(number);
  }

  /** Returns the name of a number; empty if it has no name. */
  public String name(int number) {
    return number < names.size() ? names.get(number) : "";
  }

  /** Returns the name of a number, or the number itself if it has none. */
  public String label(int number) {
    return number < names.size() ? names.get(number) : Integer.toString(number);
  }

  /** Returns the number of stored names; 0 if all names are their own numbers. */
  public int size() {
    return names.size();
  }

  /** Returns the names, by number; empty if all names are their own numbers. */
  public List<String> names() {
    return names;
  }
}
