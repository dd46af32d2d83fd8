package io.metasched.simulation.system.whatif.experiment;

import java.util.List;

/** Log of the paper's workload, SDSC Blue Horizon. */
final class BlueHorizon {
  /** File of the log, which conf/experiments/what-if.conf names. */
  static final List<String> LOGS = List.of("SDSC-BLUE-2000-4.2-cln.swf.gz");

  private BlueHorizon() {}
}
