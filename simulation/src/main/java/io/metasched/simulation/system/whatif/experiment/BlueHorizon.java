package io.metasched.simulation.system.whatif.experiment;

import java.util.List;

/** The log of the paper's workload, SDSC Blue Horizon. */
final class BlueHorizon {
  /** Its file, which conf/experiments/what-if.conf names. */
  static final List<String> LOGS = List.of("SDSC-BLUE-2000-4.2-cln.swf.gz");

  /** What experiments on it name as their source begins with this. */
  static final String PAPER = "what-if paper, ";

  /** How many draws of the requests tell how many are granted. */
  static final int DRAWS = 20;

  /** How many tell by how much jobs are delayed, which differs far more from draw to draw. */
  static final int DRAWS_FOR_DELAYS = 100;

  private BlueHorizon() {}
}
