package io.metasched.simulation.workload.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * Lines of partial executions: the parts of a job that was swapped out between them, with status 2,
 * 3 (the last, completed) or 4 (the last, failed). If a job also has a complete line, only that
 * line counts. Otherwise, the parts form one job. The submission and wait of that job are taken
 * from the first part, and its run time is the sum of all parts. All other values are taken from
 * the part listed first.
 */
final class PartialRuns {
  private static final int FIRST_STATUS = 2;
  private static final int LAST_STATUS = 4;

  /**
   * Parts of a job so far.
   *
   * @param job all parts merged into one job
   * @param ordinal line of the first part
   * @param lines number of parts
   */
  private record Parts(LoggedJob job, int ordinal, int lines) {}

  private final TreeMap<Long, Parts> ofJobs = new TreeMap<>();
  private int unusedLines;
  private int usedLines;
  private int jobs;

  /** Returns whether a status denotes a partial execution. */
  static boolean isOne(int status) {
    return FIRST_STATUS <= status && status <= LAST_STATUS;
  }

  void add(LoggedJob part, int ordinal) {
    ofJobs.merge(
        part.id(),
        new Parts(part, ordinal, 1),
        (before, last) -> new Parts(before.job().with(part), before.ordinal(), before.lines() + 1));
  }

  /**
   * Passes the jobs without a complete line to {@code taker}, by their ids.
   *
   * @param whole jobs with a complete line
   */
  void settle(SelectedIds whole, BiConsumer<LoggedJob, Integer> taker) {
    if (ofJobs.isEmpty()) {
      return;
    }
    var isWhole = whole.lookup();
    ofJobs.forEach(
        (id, parts) -> {
          if (isWhole.test(id)) {
            unusedLines += parts.lines();
          } else {
            usedLines += parts.lines();
            jobs++;
            taker.accept(parts.job(), parts.ordinal());
          }
        });
    ofJobs.clear();
  }

  /** Returns notes on the merged and ignored lines, after {@link #settle}. */
  List<String> notes() {
    var notes = new ArrayList<String>();
    if (unusedLines > 0) {
      notes.add(
          "partial executions: %d lines of jobs that also have a line for the whole job, not used"
              .formatted(unusedLines));
    }
    if (jobs > 0) {
      notes.add(
          "partial executions: %d lines without one for the whole job, taken as %d jobs that run as"
                  .formatted(usedLines, jobs)
              + " long as their lines together");
    }
    return notes;
  }
}
