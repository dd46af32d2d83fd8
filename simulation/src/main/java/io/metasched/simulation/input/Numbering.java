package io.metasched.simulation.input;

import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Names and the numbers 0, 1, 2 and so on that stand for them. Names that are just these numbers
 * stand for themselves and are not kept. Immutable.
 */
public final class Numbering {
  /** No names: everything is called by its number. */
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
   * Numbers names.
   *
   * @param names each once, in the order of their numbers, unless they are 0, 1, 2 and so on in
   *     whatever order
   */
  public static Numbering of(Collection<String> names) {
    boolean dense = names.stream().allMatch(name -> isWhole(name, names.size()));
    return dense ? NONE : new Numbering(List.copyOf(names));
  }

  /**
   * The same for names of which not all need to be there: whole numbers below a bound stand for
   * themselves even where some are missing.
   */
  public static Numbering ofSparse(Collection<String> names, int bound) {
    boolean whole = names.stream().allMatch(name -> isWhole(name, bound));
    return whole ? NONE : new Numbering(List.copyOf(names));
  }

  private static boolean isWhole(String name, int bound) {
    return WHOLE.matcher(name).matches() && Integer.parseInt(name) < bound;
  }

  /** The number of a name; empty where there is none of that name. */
  public OptionalInt number(String name) {
    if (names.isEmpty()) {
      return WHOLE.matcher(name).matches()
          ? OptionalInt.of(Integer.parseInt(name))
          : OptionalInt.empty();
    }
    var number = numbers.get(name);
    return number == null ? OptionalInt.empty() : OptionalInt.of(number);
  }

  /** The name of a number, or nothing where it is called by its number. */
  public String name(int number) {
    return number < names.size() ? names.get(number) : "";
  }

  /** What a number is called: its name, else itself. */
  public String label(int number) {
    return number < names.size() ? names.get(number) : Integer.toString(number);
  }

  /** How many names are kept; 0 where numbers stand for themselves. */
  public int size() {
    return names.size();
  }

  /** The names, by number; none where numbers stand for themselves. */
  public List<String> names() {
    return names;
  }
}
