package io.metasched.simulation.scenario;

import io.metasched.simulation.workload.trace.IdRange;
import io.metasched.simulation.workload.trace.TraceOptions;

/** What to take from a log, as the section {@code log} of any scenario says. */
public final class LogOptions {
  private LogOptions() {}

  public static TraceOptions read(Values values) {
    return TraceOptions.defaults()
        .withJobs(ids(values))
        .withClampProcessors(values.yesNo("log.clamp-processors"))
        .withKeepOverruns(values.yesNo("log.keep-overruns"));
  }

  private static IdRange ids(Values values) {
    if (values.isWord("log.jobs", "all")) {
      return IdRange.ALL;
    }
    return IdRange.parse(values.text("log.jobs"))
        .orElseThrow(() -> values.wrong("log.jobs", "FIRST-LAST with FIRST <= LAST, or all"));
  }
}
