package io.metasched.simulation.input;

import io.metasched.metascheduler.program.PrintableText;
import java.util.ArrayList;
import java.util.List;

/**
 * The faults found in files so far. Reading ends with the tenth, unless they are skipped and only
 * counted. Confined to one thread.
 */
public final class InputFaults {
  /** Most faults that are listed. */
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

  /** Faults that end the reading. */
  public InputFaults() {
    this(false, "");
  }

  private InputFaults(boolean areSkipped, String hint) {
    this.areSkipped = areSkipped;
    this.hint = hint;
  }

  /**
   * Faults of a log, whose rows may be skipped.
   *
   * @param areSkipped whether rows with a fault are counted and passed over; otherwise they end the
   *     reading, and the first one says how to skip them
   */
  public static InputFaults ofLog(boolean areSkipped) {
    return new InputFaults(areSkipped, areSkipped ? "" : HINT);
  }

  /** Begins a row; of each that is skipped only the first fault counts. */
  public void beginRow() {
    inRow = true;
    isRowSound = true;
  }

  /** Whether the current row has no fault. */
  boolean isRowSound() {
    return isRowSound;
  }

  /**
   * Adds a fault.
   *
   * @param place where: file and line, and column where there is one
   * @param allowed what is allowed there
   * @param given what was given
   * @throws InputException when it is the tenth and faults are not skipped
   */
  public void add(String place, String allowed, String given) {
    add(
        "%s: allowed is %s; given was %s"
            .formatted(place, allowed, given.isEmpty() ? "nothing" : PrintableText.quoted(given)));
  }

  /**
   * Adds a fault that is one line already.
   *
   * @throws InputException when it is the tenth and faults are not skipped
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

  /** The error that nothing more can be read; the line is added. */
  public InputException fatal(String line) {
    var all = areSkipped ? new ArrayList<String>() : new ArrayList<>(faults);
    all.add(line);
    return new InputException(all);
  }

  /** How many there are; of those that are skipped, in how many rows. */
  public int count() {
    return count;
  }

  /** The first ten that were skipped. */
  public List<String> skipped() {
    return areSkipped ? List.copyOf(faults) : List.of();
  }

  /** Whether there is none. */
  public boolean isEmpty() {
    return faults.isEmpty();
  }

  /**
   * Goes on only without faults, even if those of rows are skipped.
   *
   * @throws InputException with all of them
   */
  void requireSoundHeader() {
    if (!faults.isEmpty() && areSkipped) {
      throw new InputException(faults);
    }
  }

  /**
   * Goes on only without faults, or if they are skipped.
   *
   * @throws InputException with all of them
   */
  public void requireNone() {
    if (!faults.isEmpty() && !areSkipped) {
      throw new InputException(faults);
    }
  }
}
