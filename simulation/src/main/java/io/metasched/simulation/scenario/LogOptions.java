package io.metasched.simulation.scenario;

import io.metasched.simulation.workload.trace.IdRange;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.util.List;

/** Options for reading a log, from the section {@code log} of any scenario. */
public final class LogOptions {
  /** Key of the option to skip malformed lines. */
  public static final String SKIP_MALFORMED = "log.skip-malformed";

  private static final String DEPENDENCIES = "log.dependencies";
  private static final String IGNORE = "ignore";
  private static final String REQUIRE = "require";

  private LogOptions() {}

  public static TraceOptions read(Values values) {
    return TraceOptions.defaults()
        .withJobs(ids(values, "log.jobs"))
        .withClampProcessors(values.yesNo("log.clamp-processors"))
        .withKeepOverruns(values.yesNo("log.keep-overruns"))
        .withSkipMalformed(values.yesNo(SKIP_MALFORMED));
  }

  /**
   * Reads the options, with the treatment of dependencies, which can be honoured if jobs wait in
   * queues.
   */
  public static TraceOptions readQueued(Values values) {
    return readQueued(values, List.of("honour", IGNORE));
  }

  /** Reads the options of a system that may also require the run of preceding jobs. */
  public static TraceOptions readRequiring(Values values) {
    return readQueued(values, List.of("honour", IGNORE, REQUIRE));
  }

  private static TraceOptions readQueued(Values values, List<String> allowed) {
    boolean ignores = values.word(DEPENDENCIES, allowed).equals(IGNORE);
    return read(values).withIgnoreDependencies(ignores);
  }

  /** Returns whether the run of preceding jobs is required. */
  public static boolean isRequired(Values values) {
    return values.isWord(DEPENDENCIES, REQUIRE);
  }

  /** Reads the ids of jobs from a key: {@code all} or {@code FIRST-LAST}. */
  public static IdRange ids(Values values, String key) {
    if (values.isWord(key, "all")) {
      return IdRange.ALL;
    }
    return IdRange.parse(values.text(key))
        .orElseThrow(() -> values.wrong(key, "FIRST-LAST with FIRST <= LAST, or all"));
  }
}
