package io.metasched.simulation.workload;

import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.simulation.input.InputFaults;
import io.metasched.simulation.input.InputTable;
import io.metasched.simulation.workload.trace.DropCause;
import io.metasched.simulation.workload.trace.SkippedLines;
import io.metasched.simulation.workload.trace.Trace;
import io.metasched.simulation.workload.trace.Trace.LoggedUser;
import io.metasched.simulation.workload.trace.TraceJob;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Files of jobs for systems with rigid jobs. A job takes as many processors as it needs nodes, for
 * its duration, or for its volume on a processor of performance 1. Values that these systems cannot
 * use are reported.
 */
public final class RigidJobTable {
  private static final long MOST_TICKS = 10_000_000_000_000L;

  private RigidJobTable() {}

  /** Returns the jobs of a file in the form of a log. */
  static Trace trace(JobFile jobs, TraceOptions options, SkippedLines malformed) {
    int machine =
        options.processors() > 0
            ? options.processors()
            : jobs.entries().stream().mapToInt(JobEntry::nodes).max().orElse(1);
    var names = jobs.userNames();
    var users = new TreeMap<Integer, LoggedUser>();
    var dropped = new TreeMap<DropCause, Integer>();
    var rigid = new ArrayList<TraceJob>();
    int clamped = 0;
    for (int at = 0; at < jobs.entries().size(); at++) {
      var entry = jobs.entries().get(at);
      long number = jobs.number(at);
      if (!options.jobs().contains(number)) {
        continue;
      }
      int user = entry.user().map(name -> names.number(name).orElseThrow()).orElse(-1);
      if (names.size() > 0 && user >= 0) {
        users.put(user, new LoggedUser(names.label(user), entry.organization().orElse("")));
      }
      boolean fits = entry.nodes() <= machine;
      if (lengthTicks(entry) < TraceJob.TICKS_PER_SECOND) {
        dropped.merge(DropCause.NO_RUN_TIME, 1, Integer::sum);
      } else if (!fits && !options.clampProcessors()) {
        dropped.merge(DropCause.TOO_MANY_PROCESSORS, 1, Integer::sum);
      } else {
        clamped += fits ? 0 : 1;
        rigid.add(job(entry, number, user, Math.min(machine, entry.nodes()), options));
      }
    }
    rigid.sort(Comparator.comparingLong(TraceJob::submitTicks).thenComparingLong(TraceJob::id));
    if (rigid.isEmpty()) {
      throw new InputFaults()
          .fatal("%s: no job remains for %d processors".formatted(jobs.file(), machine));
    }
    return new Trace(
        jobs.file(),
        rigid,
        machine,
        new TreeMap<>(),
        dropped,
        clamped,
        malformed,
        users,
        unused(jobs));
  }

  private static TraceJob job(
      JobEntry entry, long number, int user, int processors, TraceOptions options) {
    long asked = Math.max(TraceJob.TICKS_PER_SECOND, entry.work().amount());
    long real = Math.max(TraceJob.TICKS_PER_SECOND, lengthTicks(entry));
    boolean overrun = real > asked;
    long run = overrun && !options.keepOverruns() ? asked : real;
    return new TraceJob(
        number,
        entry.submitTick(),
        run,
        processors,
        Math.max(asked, run),
        user,
        overrun,
        real,
        lead(entry));
  }

  /**
   * Returns the time from the submission to the requested start of a reservation, which is the
   * earliest start.
   */
  private static long lead(JobEntry entry) {
    return entry.earliestStart() > 0 && entry.earliestStart() >= entry.submitTick()
        ? entry.earliestStart() - entry.submitTick()
        : TraceJob.UNKNOWN_WAIT;
  }

  /** Returns the real run time on a processor of performance 1. */
  private static long lengthTicks(JobEntry entry) {
    return entry.realLength().ticks(entry.work().amount(), 1, 1);
  }

  private static List<String> unused(JobFile jobs) {
    var notes = new ArrayList<String>();
    note(
        notes,
        jobs,
        e -> e.work().basis() == Work.Basis.VOLUME,
        "volume: given for %d jobs, used as their time at performance 1");
    note(notes, jobs, e -> e.organization().isPresent(), "vo: given for %d jobs, not used");
    note(
        notes,
        jobs,
        e -> e.costLimitMilli() != WindowRequest.NO_LIMIT,
        "budget: given for %d jobs, not used");
    note(
        notes,
        jobs,
        e -> e.priceLimitMilli() != WindowRequest.NO_LIMIT,
        "priceLimit: given for %d jobs, not used");
    note(notes, jobs, e -> e.criterion().isPresent(), "criterion: given for %d jobs, not used");
    note(
        notes,
        jobs,
        e -> e.earliestStart() > 0,
        "earliest: given for %d jobs, used only where jobs become reservations");
    note(
        notes,
        jobs,
        e -> e.deadlineTick() != WindowRequest.NO_LIMIT,
        "deadline: given for %d jobs, not used");
    note(
        notes,
        jobs,
        e -> !e.requirements().equals(Requirements.NONE),
        "requirements: given for %d jobs, not used");
    note(notes, jobs, e -> e.withdrawTick() >= 0, "withdrawal: given for %d jobs, not used");
    return notes;
  }

  private static void note(
      List<String> notes, JobFile jobs, Predicate<JobEntry> has, String words) {
    long count = jobs.entries().stream().filter(has).count();
    if (count > 0) {
      notes.add(words.formatted(count));
    }
  }

  /** Returns the table of rigid jobs; reading it yields equal jobs. */
  public static InputTable<JobEntry> of(List<TraceJob> jobs) {
    var entries = jobs.stream().map(RigidJobTable::entry).toList();
    return new InputTable<>(JobEntry.FORMAT, entries);
  }

  private static JobEntry entry(TraceJob job) {
    long earliest = job.waitTicks() >= 0 ? job.submitTicks() + job.waitTicks() : 0;
    var times = new Times(job.submitTicks(), earliest, WindowRequest.NO_LIMIT);
    return entry(
        job.id(),
        job.user(),
        times,
        job.processors(),
        new Length(job.estimateTicks(), job.loggedRunTicks()));
  }

  /**
   * Times of a job.
   *
   * @param earliestTick earliest start; 0 for none
   * @param deadlineTick latest end; {@link WindowRequest#NO_LIMIT} for none
   */
  public record Times(long submitTick, long earliestTick, long deadlineTick) {}

  /** Estimated and real run time of a job. */
  public record Length(long estimateTicks, long runTicks) {}

  /**
   * Returns a rigid job as an entry of a file.
   *
   * @param user number of the user; -1 if unknown
   */
  public static JobEntry entry(long id, int user, Times times, int processors, Length length) {
    boolean isExact = length.runTicks() == length.estimateTicks();
    return new JobEntry(
        Long.toString(id),
        user < 0 ? Optional.empty() : Optional.of(Integer.toString(user)),
        Optional.empty(),
        times.submitTick(),
        processors,
        Work.duration(length.estimateTicks()),
        isExact
            ? Optional.empty()
            : Optional.of(new RealLength(RealLength.Kind.DURATION, length.runTicks())),
        WindowRequest.NO_LIMIT,
        WindowRequest.NO_LIMIT,
        Optional.empty(),
        times.earliestTick(),
        times.deadlineTick() > MOST_TICKS ? WindowRequest.NO_LIMIT : times.deadlineTick(),
        Requirements.NONE,
        -1,
        0);
  }
}
