package io.metasched.simulation.scenario;

import io.metasched.simulation.workload.trace.IdRange;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.util.List;

/** What to take from a log, as the section {@code log} of any scenario says. */
public final class LogOptions {
  /** The key that says whether malformed lines are skipped. */
  public static final String SKIP_MALFORMED = "log.skip-malformed";

  private LogOptions() {}

  public static TraceOptions read(Values values) {
    return TraceOptions.defaults()
        .withJobs(ids(values, "log.jobs"))
        .withClampProcessors(values.yesNo("log.clamp-processors"))
        .withKeepOverruns(values.yesNo("log.keep-overruns"))
        .withSkipMalformed(values.yesNo(SKIP_MALFORMED));
  }

  /** The same, where jobs wait in queues, so that dependencies can be honoured. */
  public static TraceOptions readQueued(Values values) {
    var dependencies = values.word("log.dependencies", List.of("honour", "ignore"));
    return read(values).withIgnoreDependencies(dependencies.equals("ignore"));
  }

  /** The jobs of a log that a key says, {@code all} or {@code FIRST-LAST}. */
  public static IdRange ids(Values values, String key) {
    if (values.isWord(key, "all")) {
      return IdRange.ALL;
    }
    return IdRange.parse(values.text(key))
        .orElseThrow(() -> values.wrong(key, "FIRST-LAST with FIRST <= LAST, or all"));
  }
}
