package io.metasched.simulation.workload.trace;

import static io.metasched.simulation.workload.trace.DropCause.NEGATIVE_SUBMIT;
import static io.metasched.simulation.workload.trace.DropCause.NO_PROCESSORS;
import static io.metasched.simulation.workload.trace.DropCause.NO_RUN_TIME;
import static io.metasched.simulation.workload.trace.DropCause.TOO_MANY_PROCESSORS;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Selection and conversion of the jobs of a log for a replay. It selects by id, applies the rules
 * for run time, estimate and processors, and counts the dropped jobs by cause. Sizes are checked at
 * the end, because the size of the machine may be known only then.
 */
final class JobSelection {
  private static final Comparator<TraceJob> BY_ARRIVAL =
      Comparator.comparingLong(TraceJob::submitTicks).thenComparingLong(TraceJob::id);

  private final TraceOptions options;
  private final SelectedIds ids = new SelectedIds();
  private final List<TraceJob> jobs = new ArrayList<>();
  private final TreeMap<DropCause, Integer> dropped = new TreeMap<>();
  private final LackingFields lacks = new LackingFields();
  private final LargeUsers largeUsers = new LargeUsers();
  private final PartialRuns partial = new PartialRuns();
  private final UnusedFields unused = new UnusedFields();
  private int clamped;

  JobSelection(TraceOptions options) {
    this.options = options;
  }

  /** Adds the job of a well-formed line. */
  void add(SwfLine line, int ordinal) {
    if (!takes(line.whole(SwfField.JOB))) {
      return; // most lines of a long log, for which nothing is kept
    }
    add(
        new LoggedJob(
            line.whole(SwfField.JOB),
            line.milli(SwfField.SUBMIT),
            line.milli(SwfField.WAIT),
            line.milli(SwfField.RUN),
            line.whole(SwfField.ALLOCATED_PROCESSORS),
            line.whole(SwfField.REQUESTED_PROCESSORS),
            line.milli(SwfField.REQUESTED_TIME),
            largeUsers.number(line.whole(SwfField.USER)),
            LoggedJob.status(line.milli(SwfField.STATUS)),
            precedence(line),
            new LoggedJob.Place(
                known(line.whole(SwfField.QUEUE)),
                known(line.whole(SwfField.PARTITION)),
                line.milli(SwfField.REQUESTED_MEMORY) > 0)),
        ordinal);
  }

  private static Precedence precedence(SwfLine line) {
    long preceding = line.milli(SwfField.PRECEDING_JOB);
    boolean isJob = preceding > 0 && SwfField.JOB.allows(preceding);
    return isJob
        ? new Precedence(
            List.of(preceding / DecimalText.MILLI), Math.max(0, line.milli(SwfField.THINK_TIME)))
        : Precedence.NONE;
  }

  private static String known(long number) {
    return number < 0 ? "" : Long.toString(number);
  }

  /** Returns whether an id is selected. */
  boolean takes(long id) {
    return options.jobs().contains(id);
  }

  /** Adds a job of a log of any format. */
  void add(LoggedJob logged, int ordinal) {
    if (!takes(logged.id())) {
      return;
    }
    if (PartialRuns.isOne(logged.status())) {
      partial.add(logged, ordinal);
    } else {
      select(logged, ordinal);
    }
  }

  private void select(LoggedJob logged, int ordinal) {
    ids.add(logged.id(), ordinal);

    long loggedRun = logged.runMilli();
    long asked = logged.requestedMilli();
    boolean overrun = asked > 0 && loggedRun > asked;
    boolean cut = overrun && !options.keepOverruns();
    long run = cut ? asked : loggedRun;
    long estimate = asked > 0 ? Math.max(asked, run) : run;
    int processors = logged.processors();
    long submit = logged.submitMilli();

    if (run < TraceJob.TICKS_PER_SECOND) {
      drop(NO_RUN_TIME);
    } else if (processors < 1) {
      drop(NO_PROCESSORS);
    } else if (submit < 0) {
      drop(NEGATIVE_SUBMIT);
    } else {
      lacks.count(logged);
      unused.count(logged.place());
      jobs.add(
          new TraceJob(
              logged.id(),
              submit,
              run,
              processors,
              estimate,
              logged.user(),
              overrun,
              loggedRun,
              logged.waitedMilli(),
              logged.precedence()));
    }
  }

  /** Returns notes on missing values, their substitutes, and unused values. */
  List<String> notes() {
    var notes = new ArrayList<>(partial.notes());
    notes.addAll(lacks.notes());
    notes.addAll(unused.notes());
    notes.addAll(largeUsers.notes());
    return notes;
  }

  /**
   * Checks that no two selected jobs share an id, including dropped jobs.
   *
   * @throws TraceException if two jobs share an id
   */
  void requireDistinctIds(LogLines lines) {
    ids.requireDistinct(lines);
  }

  /**
   * Merges partial executions into jobs, cuts or drops the jobs that are larger than the machine,
   * and sorts; must be called once only.
   */
  List<TraceJob> fitting(int machineProcessors) {
    partial.settle(ids, this::select);
    var fitting = new ArrayList<TraceJob>(jobs.size());
    for (var job : jobs) {
      if (job.processors() <= machineProcessors) {
        fitting.add(job);
      } else if (options.clampProcessors()) {
        fitting.add(job.asking(machineProcessors, job.estimateTicks()));
        clamped++;
      } else {
        drop(TOO_MANY_PROCESSORS);
      }
    }
    fitting.sort(BY_ARRIVAL);
    return largeUsers.settled(fitting);
  }

  /**
   * Returns the number of dropped jobs by cause. Later calls of {@link #fitting} update the
   * returned map.
   */
  SortedMap<DropCause, Integer> dropped() {
    return dropped;
  }

  /** Returns the number of jobs that {@link #fitting} cut to the machine. */
  int clamped() {
    return clamped;
  }

  /** Returns the number of jobs whose id was selected. */
  int selected() {
    return ids.size();
  }

  private void drop(DropCause cause) {
    dropped.merge(cause, 1, Integer::sum);
  }
}
