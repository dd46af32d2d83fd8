package io.metasched.simulation.study;

/**
 * Sentence with its verdict by the measurements.
 *
 * @param sentence sentence of a paper or of this project
 * @param finding verdict of the measurements
 * @param measured numbers that decide it
 */
public record Claim(Sentence sentence, Finding finding, String measured) {

  /**
   * Verdict of measurements on a sentence. A sentence does not hold merely because nothing
   * contradicted it.
   */
  public enum Finding {
    /** Confidence interval on the right side of the threshold. */
    HOLDS("holds"),
    /** Confidence interval on the wrong side of the threshold. */
    CONTRADICTED("contradicted"),
    /** Confidence interval that contains the threshold. */
    UNDECIDED("undecided");

    private final String label;

    Finding(String label) {
      this.label = label;
    }

    /** Returns the word in tables. */
    public String label() {
      return label;
    }

    static Finding of(boolean holds) {
      return holds ? HOLDS : CONTRADICTED;
    }

    /** Returns the conjunction: holds if both hold, contradicted if either is contradicted. */
    public Finding and(Finding other) {
      if (this == CONTRADICTED || other == CONTRADICTED) {
        return CONTRADICTED;
      }
      return this == UNDECIDED ? this : other;
    }
  }

  /** Creates a claim of this project whose verdict is computed in code. */
  public Claim(String id, String text, Finding finding, String measured) {
    this(Sentence.own(id, text), finding, measured);
  }

  /** Creates a claim of this project whose verdict is computed in code, without an interval. */
  public Claim(String id, String text, boolean holds, String measured) {
    this(id, text, Finding.of(holds), measured);
  }

  /** Returns the id of the sentence. */
  public String id() {
    return sentence.id();
  }

  /** Returns the text of the sentence. */
  public String text() {
    return sentence.says();
  }

  /** Returns whether the measurements confirm the sentence. */
  public boolean holds() {
    return finding == Finding.HOLDS;
  }
}
