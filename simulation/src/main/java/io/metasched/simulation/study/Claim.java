package io.metasched.simulation.study;

/**
 * A sentence of the paper, held against the measurements.
 *
 * @param id its name
 * @param text what it says
 * @param finding whether the measurements bear it out
 * @param measured the figures behind the finding
 */
public record Claim(String id, String text, Finding finding, String measured) {

  /** Whether measurements bear a sentence out. */
  public enum Finding {
    /** They do. */
    TRUE("true"),
    /** They contradict it. */
    FALSE("FALSE"),
    /** A confidence interval leaves both possible. */
    UNDECIDED("undecided");

    private final String label;

    Finding(String label) {
      this.label = label;
    }

    /** The word in tables. */
    public String label() {
      return label;
    }

    static Finding of(boolean holds) {
      return holds ? TRUE : FALSE;
    }

    /** True where both are, false where one is. */
    public Finding and(Finding other) {
      if (this == FALSE || other == FALSE) {
        return FALSE;
      }
      return this == UNDECIDED ? this : other;
    }
  }

  /** A claim that the measurements decide. */
  public Claim(String id, String text, boolean holds, String measured) {
    this(id, text, Finding.of(holds), measured);
  }

  /** Whether the measurements bear it out. */
  public boolean holds() {
    return finding == Finding.TRUE;
  }
}
