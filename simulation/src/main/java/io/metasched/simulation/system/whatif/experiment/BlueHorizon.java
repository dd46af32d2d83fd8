package io.metasched.simulation.system.whatif.experiment;

import java.util.List;

/** Log of the paper's workload, SDSC Blue Horizon. */
final class BlueHorizon {
  /** File of the log, which conf/experiments/what-if.conf names. */
  static final List<String> LOGS = List.of("SDSC-BLUE-2000-4.2-cln.swf.gz");

  /** Prefix of the source of experiments on this log. */
  static final String PAPER = "what-if paper, ";

  /** Number of draws of the requests for measuring the share of granted ones. */
  static final int DRAWS = 20;

  /** Number of draws for measuring the delays of jobs, which differ far more from draw to draw. */
  static final int DRAWS_FOR_DELAYS = 100;

  private BlueHorizon() {}
}
