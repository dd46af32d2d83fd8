package io.metasched.simulation.study;

/**
 * A sentence, held against the measurements.
 *
 * @param sentence what is said
 * @param finding what the measurements say of it
 * @param measured the figures that decide it
 */
public record Claim(Sentence sentence, Finding finding, String measured) {

  /** What measurements say of a sentence: nothing holds because it was not contradicted. */
  public enum Finding {
    /** The confidence interval lies on the right side of the threshold. */
    HOLDS("holds"),
    /** It lies on the wrong side. */
    CONTRADICTED("contradicted"),
    /** It has the threshold in it. */
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
      return holds ? HOLDS : CONTRADICTED;
    }

    /** Holds where both do, contradicted where one is. */
    public Finding and(Finding other) {
      if (this == CONTRADICTED || other == CONTRADICTED) {
        return CONTRADICTED;
      }
      return this == UNDECIDED ? this : other;
    }
  }

  /** A claim of our own that code decides. */
  public Claim(String id, String text, Finding finding, String measured) {
    this(Sentence.own(id, text), finding, measured);
  }

  /** A claim of our own that code decides, without an interval. */
  public Claim(String id, String text, boolean holds, String measured) {
    this(id, text, Finding.of(holds), measured);
  }

  /** Name of the sentence. */
  public String id() {
    return sentence.id();
  }

  /** What the sentence says. */
  public String text() {
    return sentence.says();
  }

  /** Whether the measurements confirm it. */
  public boolean holds() {
    return finding == Finding.HOLDS;
  }
}
