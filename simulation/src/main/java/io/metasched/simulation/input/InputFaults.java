package io.metasched.simulation.input;

import io.metasched.simulation.text.PrintableText;
import java.util.ArrayList;
import java.util.List;

/** The faults found in files so far. Reading ends with the tenth. Confined to one thread. */
public final class InputFaults {
  /** Most faults that are listed. */
  public static final int MOST = 10;

  private final List<String> faults = new ArrayList<>();

  /**
   * Adds a fault.
   *
   * @param place where: file and line, and column where there is one
   * @param allowed what is allowed there
   * @param given what was given
   * @throws InputException when it is the tenth
   */
  public void add(String place, String allowed, String given) {
    add(
        "%s: allowed is %s; given was %s"
            .formatted(place, allowed, given.isEmpty() ? "nothing" : PrintableText.quoted(given)));
  }

  /**
   * Adds a fault that is one line already.
   *
   * @throws InputException when it is the tenth
   */
  public void add(String line) {
    faults.add(line);
    if (faults.size() == MOST) {
      throw new InputException(faults);
    }
  }

  /** The error that nothing more can be read; the line is added. */
  public InputException fatal(String line) {
    faults.add(line);
    return new InputException(faults);
  }

  /** Whether there is none. */
  public boolean isEmpty() {
    return faults.isEmpty();
  }

  /**
   * Goes on only without faults.
   *
   * @throws InputException with all of them
   */
  public void requireNone() {
    if (!faults.isEmpty()) {
      throw new InputException(faults);
    }
  }
}
