package io.metasched.simulation.system.whatif.experiment;

import java.util.List;

/** The methods that experiments compare: the lists say which columns each has. */
final class Methods {
  static final String LOAD = "load";
  static final String WHAT_IF = "what-if";
  static final String PREDICTED = "what-if-predicted";
  static final String FIRST_FREE = "first-free";

  /** Those of the paper. */
  static final List<String> PAPER = List.of(LOAD, WHAT_IF);

  /** Those of the paper, and the earliest start that is free, without any plan. */
  static final List<String> ALL = List.of(LOAD, WHAT_IF, FIRST_FREE);

  /** Those that try every free start, in different orders. */
  static final List<String> RANKING = List.of(FIRST_FREE, WHAT_IF);

  /** Those whose delays are measured where jobs are limited. */
  static final List<String> LIMITED = List.of(LOAD, WHAT_IF, PREDICTED);

  /** Those that make plans. */
  static final List<String> PLANNING = List.of(WHAT_IF, PREDICTED);

  private Methods() {}
}
