package io.metasched.simulation.input;

import java.util.List;

/**
 * Files that cannot be used, and why: one printable line for each fault, which says file, line and
 * column, what is allowed and what was given.
 */
public final class InputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> faults;

  /**
   * @param faults at least one, each a line
   */
  InputException(List<String> faults) {
    super(faults.get(0) + more(faults.size() - 1));
    this.faults = List.copyOf(faults);
  }

  private static String more(int others) {
    return others == 0 ? "" : " (and more, which metasched validate shows: %d)".formatted(others);
  }

  /** All faults that were found, in order. */
  public List<String> faults() {
    return faults;
  }
}
