package io.metasched.simulation.system.whatif.experiment;

import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.system.whatif.rows.RequestRow;
import io.metasched.simulation.system.whatif.rows.WhatIfJobRow;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Statistics of the jobs themselves that the paper states, independent of the placement of
 * requests.
 */
final class LoggedJobs {
  /** Row of the statistics. */
  static final String ROW = "the jobs";

  private static final double DAY = 86_400_000;
  private static final long FIRST_TICKS = 388_800_000;
  private static final double PERCENT = 100;
  private static final List<Integer> LIMITS = List.of(704, 88);

  private static final String TOO_LONG = "estimate too long, %";
  private static final String LAST = "last submission, days";
  private static final String EARLY = "submitted before 388800 s";

  private LoggedJobs() {}

  private static String above(int limit) {
    return "of more than " + limit;
  }

  private static String workAbove(int limit) {
    return "work of more than %d, %%".formatted(limit);
  }

  static List<Measure> measures() {
    return Stream.concat(
            Stream.of(TOO_LONG, LAST, EARLY),
            LIMITS.stream().flatMap(limit -> Stream.of(above(limit), workAbove(limit))))
        .map(column -> Measure.ours(ROW, column))
        .toList();
  }

  /**
   * Records the statistics of the jobs that do not become requests; submission times cover both
   * jobs and requests.
   */
  static void observe(WhatIfRun run, Observations to) {
    var jobs = run.jobs();
    long tooLong = jobs.stream().filter(job -> job.runTicks() < job.limitTicks()).count();
    to.put(ROW, TOO_LONG, PERCENT * tooLong / jobs.size());
    var submitted =
        LongStream.concat(
                jobs.stream().mapToLong(WhatIfJobRow::submit),
                run.requests().stream().mapToLong(RequestRow::submit))
            .toArray();
    to.put(ROW, LAST, LongStream.of(submitted).max().orElse(0) / DAY);
    to.put(ROW, EARLY, (double) LongStream.of(submitted).filter(at -> at < FIRST_TICKS).count());
    double all = work(jobs);
    for (int limit : LIMITS) {
      var large = jobs.stream().filter(job -> job.processors() > limit).toList();
      to.put(ROW, above(limit), large.size());
      to.put(ROW, workAbove(limit), PERCENT * work(large) / all);
    }
  }

  private static double work(List<WhatIfJobRow> jobs) {
    return jobs.stream().mapToDouble(job -> (double) job.processors() * job.runTicks()).sum();
  }
}
