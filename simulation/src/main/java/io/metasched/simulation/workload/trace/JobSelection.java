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
 * Which jobs of a log are replayed, and as what: selects by id, applies the rules for run time,
 * estimate and processors, and counts the jobs dropped by cause. Sizes are judged at the end, since
 * the machine may be known only then.
 */
final class JobSelection {
  private static final Comparator<TraceJob> BY_ARRIVAL =
      Comparator.comparingLong(TraceJob::submitTicks).thenComparingLong(TraceJob::id);

  private final TraceOptions options;
  private final JobIds ids = new JobIds();
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

  /** Takes the job of a well-formed line. */
  void add(SwfLine line, int ordinal) {
    if (!takes(line.whole(SwfField.JOB))) {
      return; // most lines of a long log, of which nothing is to be kept
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

  /** Whether jobs of an id are to be taken. */
  boolean takes(long id) {
    return options.jobs().contains(id);
  }

  /** Takes a job, whatever the format of its log. */
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

  /** What the jobs do not say, what stands for it, and what was not used. */
  List<String> notes() {
    var notes = new ArrayList<>(partial.notes());
    notes.addAll(lacks.notes());
    notes.addAll(unused.notes());
    notes.addAll(largeUsers.notes());
    return notes;
  }

  /**
   * Checks that no two selected jobs share an id, dropped ones included.
   *
   * @throws TraceException if two do
   */
  void requireDistinctIds(LogLines lines) {
    ids.requireDistinct(lines);
  }

  /**
   * Takes partial executions as jobs, cuts or drops the jobs that are larger than the machine, and
   * sorts; to be called once.
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

  /** Jobs dropped by cause, those of {@link #fitting} included once it was called. */
  SortedMap<DropCause, Integer> dropped() {
    return dropped;
  }

  /** Jobs that {@link #fitting} cut to the machine. */
  int clamped() {
    return clamped;
  }

  /** Jobs whose id was selected. */
  int selected() {
    return ids.size();
  }

  private void drop(DropCause cause) {
    dropped.merge(cause, 1, Integer::sum);
  }
}
