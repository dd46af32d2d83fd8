package io.metasched.simulation.system.whatif.report;

import io.metasched.simulation.report.Machines;
import io.metasched.simulation.report.ProcessorRanges;
import io.metasched.simulation.report.ReplayJob;
import io.metasched.simulation.report.Schedule;
import io.metasched.simulation.report.ScheduleChart.Column;
import io.metasched.simulation.system.whatif.rows.RequestRow;
import io.metasched.simulation.system.whatif.rows.WhatIfJobRow;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Jobs and reservations of all clusters as a schedule of one machine with the processors of all
 * clusters.
 *
 * @param schedule jobs and the reservations that began, by (submit, id)
 * @param entries the same jobs and reservations
 * @param clusters processors of the clusters
 */
record ClusterTimeline(Schedule schedule, List<Entry> entries, Machines clusters) {
  private static final int USER_UNKNOWN = -1;

  /** Kinds of entries: a job on its cluster, or a reservation on each of its clusters. */
  enum Kind {
    JOB,
    RESERVATION,
    CO_ALLOCATED
  }

  /**
   * Job or reservation that ran.
   *
   * @param clusters clusters of the job or reservation, ascending
   * @param alone wait without any requests; 0 for reservations
   * @param lead time from submission to the earliest start; 0 for jobs
   * @param window time from the earliest start to the latest end; 0 for jobs
   */
  record Entry(
      ReplayJob job,
      long start,
      Kind kind,
      List<Integer> clusters,
      long alone,
      long lead,
      long window) {}

  /** Returns the timeline of a run. */
  static ClusterTimeline of(WhatIfRun run) {
    var entries = new ArrayList<Entry>(run.jobs().size() + run.requests().size());
    run.jobs().forEach(row -> entries.add(job(row)));
    run.requests().stream().filter(RequestRow::hasRun).forEach(row -> entries.add(request(row)));
    entries.sort(
        Comparator.comparingLong((Entry entry) -> entry.job().submitTick())
            .thenComparing(entry -> entry.job().id()));
    var clusters = new Machines(run.facts().processors().stream().map(Integer::valueOf).toList());
    var schedule =
        new Schedule(
            entries.stream().map(Entry::job).toList(),
            clusters.processors(),
            entries.stream().mapToLong(Entry::start).toArray(),
            0);
    return new ClusterTimeline(schedule, entries, clusters);
  }

  private static Entry job(WhatIfJobRow row) {
    var job =
        new ReplayJob(
            row.id(),
            row.submit(),
            row.runTicks(),
            row.processors(),
            row.limitTicks(),
            USER_UNKNOWN,
            false);
    long alone = Math.max(0, row.aloneStart() - row.submit());
    return new Entry(job, row.start(), Kind.JOB, List.of(row.cluster()), alone, 0, 0);
  }

  private static Entry request(RequestRow row) {
    var clusters = row.places();
    var job =
        new ReplayJob(
            row.id(),
            row.submit(),
            row.durationTicks(),
            row.processors() * clusters.size(),
            row.durationTicks(),
            USER_UNKNOWN,
            false);
    return new Entry(
        job,
        row.start(),
        clusters.size() > 1 ? Kind.CO_ALLOCATED : Kind.RESERVATION,
        clusters,
        0,
        row.ready() - row.submit(),
        row.due() - row.ready());
  }

  /** Returns whether an entry is a job that waits in a queue. */
  boolean isJob(int entry) {
    return entries.get(entry).kind() == Kind.JOB;
  }

  /**
   * Returns the drawn processors of the entries that start first: the free processors with the
   * lowest indices on each of their clusters. Clusters themselves only count processors.
   *
   * @param most maximum number of entries
   */
  ProcessorRanges drawn(int most) {
    return ProcessorRanges.of(schedule, clusters, entry -> entries.get(entry).clusters(), most);
  }

  /** Returns the columns of a chart besides time and processors. */
  List<Column> columns() {
    return List.of(
        new Column("kind", false, entry -> kindNumber(entries.get(entry).kind())),
        new Column("alone", true, entry -> entries.get(entry).alone()),
        new Column("lead", true, entry -> entries.get(entry).lead()),
        new Column("window", true, entry -> entries.get(entry).window()));
  }

  private static long kindNumber(Kind kind) {
    return switch (kind) {
      case JOB -> 0;
      case RESERVATION -> 1;
      case CO_ALLOCATED -> 2;
    };
  }
}
