package io.metasched.simulation.input;

import io.metasched.metascheduler.program.PrintableText;
import java.util.ArrayList;
import java.util.List;

/**
 * Faults found in files so far. Reading ends with the tenth fault, unless faults are skipped and
 * only counted. Confined to one thread.
 */
public final class InputFaults {
  /** Maximum number of listed faults. */
  public static final int MOST = 10;

  private static final String HINT =
      "; --skip-malformed (log.skip-malformed = true) skips and counts such lines";

  private final boolean areSkipped;
  private final String hint;
  private final List<String> faults = new ArrayList<>();
  private int count;
  private boolean isHinted;
  private boolean inRow;
  private boolean isRowSound = true;

  /** Creates a collector of faults that end the reading. */
  public InputFaults() {
    this(false, "");
  }

  private InputFaults(boolean areSkipped, String hint) {
    this.areSkipped = areSkipped;
    this.hint = hint;
  }

  /**
   * Creates a collector for a log, whose rows may be skipped.
   *
   * @param areSkipped whether rows with a fault are counted and skipped; otherwise, they end the
   *     reading, and the first message explains how to skip them
   */
  public static InputFaults ofLog(boolean areSkipped) {
    return new InputFaults(areSkipped, areSkipped ? "" : HINT);
  }

  /** Begins a row; only the first fault of each skipped row counts. */
  public void beginRow() {
    inRow = true;
    isRowSound = true;
  }

  /** Returns whether the current row has no fault. */
  boolean isRowSound() {
    return isRowSound;
  }

  /**
   * Adds a fault.
   *
   * @param place file, line and column, as far as known
   * @param allowed allowed values
   * @param given given value
   * @throws InputException if this is the tenth fault and faults are not skipped
   */
  public void add(String place, String allowed, String given) {
    add(
        "%s: allowed is %s; given was %s"
            .formatted(place, allowed, given.isEmpty() ? "nothing" : PrintableText.quoted(given)));
  }

  /**
   * Adds a fault given as one line.
   *
   * @throws InputException if this is the tenth fault and faults are not skipped
   */
  public void add(String line) {
    boolean isCounted = isRowSound || !areSkipped;
    isRowSound = false;
    if (!isCounted) {
      return;
    }
    count++;
    if (faults.size() < MOST) {
      faults.add(inRow && !isHinted ? line + hint : line);
      isHinted |= inRow;
    }
    if (count == MOST && !areSkipped) {
      throw new InputException(faults);
    }
  }

  /** Returns the exception for a fault after which nothing more can be read; the line is added. */
  public InputException fatal(String line) {
    var all = areSkipped ? new ArrayList<String>() : new ArrayList<>(faults);
    all.add(line);
    return new InputException(all);
  }

  /** Returns the number of faults; if faults are skipped, the number of rows with faults. */
  public int count() {
    return count;
  }

  /** Returns the first ten skipped faults. */
  public List<String> skipped() {
    return areSkipped ? List.copyOf(faults) : List.of();
  }

  /** Returns whether there are no faults. */
  public boolean isEmpty() {
    return faults.isEmpty();
  }

  /**
   * Checks that there are no faults so far, even if faults of rows are skipped.
   *
   * @throws InputException with all faults
   */
  void requireSoundHeader() {
    if (!faults.isEmpty() && areSkipped) {
      throw new InputException(faults);
    }
  }

  /**
   * Checks that there are no faults, or that faults are skipped.
   *
   * @throws InputException with all faults
   */
  public void requireNone() {
    if (!faults.isEmpty() && !areSkipped) {
      throw new InputException(faults);
    }
  }
}
