package io.metasched.simulation.input;

import java.util.List;

/**
 * Report of files that cannot be used. It has one printable line for each fault, with file, line
 * and column, the allowed values and the given value.
 */
public final class InputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> faults;

  /**
   * @param faults lines, at least one
   */
  InputException(List<String> faults) {
    super(faults.get(0) + more(faults.size() - 1));
    this.faults = List.copyOf(faults);
  }

  private static String more(int others) {
    return others == 0 ? "" : " (and more, which metasched validate shows: %d)".formatted(others);
  }

  /** Returns all faults found, in order. */
  public List<String> faults() {
    return faults;
  }
}
