package io.metasched.simulation.system.whatif.experiment;

import java.util.List;

/** Lists of the methods that experiments compare. */
final class Methods {
  static final String LOAD = "load";
  static final String WHAT_IF = "what-if";
  static final String PREDICTED = "what-if-predicted";
  static final String FIRST_FREE = "first-free";

  /** Methods of the paper. */
  static final List<String> PAPER = List.of(LOAD, WHAT_IF);

  /** Methods of the paper, and the earliest free start without any plan. */
  static final List<String> ALL = List.of(LOAD, WHAT_IF, FIRST_FREE);

  /** Methods that try every free start, in different orders. */
  static final List<String> RANKING = List.of(FIRST_FREE, WHAT_IF);

  /** Methods whose delays are measured with limited jobs. */
  static final List<String> LIMITED = List.of(LOAD, WHAT_IF, PREDICTED);

  /** Methods that make plans. */
  static final List<String> PLANNING = List.of(WHAT_IF, PREDICTED);

  private Methods() {}
}
