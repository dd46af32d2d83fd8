package io.metasched.simulation.system.replay;

import static io.metasched.simulation.rule.ReportedFigures.seconds;

import io.metasched.simulation.report.ReplayJob;
import io.metasched.simulation.report.Schedule;
import io.metasched.simulation.rule.ArrivalRule;
import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.rule.RunRule;
import io.metasched.simulation.rule.RunRules;
import io.metasched.simulation.rule.Violation;
import io.metasched.simulation.workload.EstimateModel;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** Rules of every sound replay. */
public final class ReplayRules {
  private static final List<String> PROMISING = List.of("easy", "easy-sjf", "conservative");

  /**
   * Policies that start no job after its promised start, if there are no reservations and a pass is
   * made at each event. Conservative backfilling may start a job later, because it re-plans the
   * queue when a job ends early.
   */
  private static final List<String> KEEPING = List.of("easy", "easy-sjf");

  static final List<RunRule<ReplayRun>> ALL =
      List.of(
          new RunRule<>(
              "order", "Each job occurs once, in order of submission.", ReplayRules::order),
          new RunRule<>(
              "job",
              "A job starts at a pass, not before its submission, after its wait; it runs for at"
                  + " most its estimate, and for exactly its estimate if it was stopped.",
              ReplayRules::jobs),
          new RunRule<>(
              "arrival",
              "A job is submitted when the jobs in `after` are over and the think time has passed,"
                  + " not before `logged`.",
              ReplayRules::arrivals),
          new RunRule<>(
              "promise",
              "Only policies with promises promise a start, while the job waits, and not in the past;"
                  + " under EASY with a pass at each event, each promise is kept.",
              ReplayRules::promises),
          new RunRule<>(
              "start",
              "At each pass, exactly those jobs start that the policy starts; each has the first"
                  + " promise that the policy gives it.",
              ReplayStarts::check),
          new RunRule<>(
              "load",
              "At no instant are more processors in use than the cluster has.",
              ReplayRules::load));

  private ReplayRules() {}

  /**
   * Returns the violations of a schedule that was recorded without promises; empty for a sound one.
   *
   * @param policy name of the local scheduler
   * @param logged jobs as the replay received them
   * @param periodTicks time between two scheduling passes, 0 for a pass at each event
   */
  public static List<Violation> check(
      String policy, List<ReplayJob> logged, Schedule schedule, long periodTicks) {
    return RunRules.check(ALL, ReplayRun.of(policy, logged, schedule, periodTicks));
  }

  /** Reports jobs that are not unique, or not in the order of their submission. */
  private static void order(ReplayRun run, RuleReport report) {
    var ids = new TreeSet<Long>();
    ReplayRow before = null;
    for (var row : run.jobs()) {
      if (!ids.add(row.id())) {
        report.add(where(row), "it must be in the files once");
      }
      if (before != null && row.submit() < before.submit()) {
        report.add(where(row), "jobs must come in the order of their submission");
      }
      before = row;
    }
  }

  /** Reports jobs that are not submitted when their preceding jobs have ended. */
  private static void arrivals(ReplayRun run, RuleReport report) {
    var ends = new TreeMap<Long, Long>();
    run.started().forEach(row -> ends.put(row.id(), row.end()));
    ArrivalRule.check(run.jobs().stream().map(ReplayRow::arrival).toList(), ends, report);
  }

  private static void jobs(ReplayRun run, RuleReport report) {
    for (var row : run.jobs()) {
      if (row.hasRun() && row.waitTicks() >= 0) {
        job(row, run, report);
      } else {
        report.add(where(row), "it must have a start, an end and a wait");
      }
    }
  }

  private static void job(ReplayRow row, ReplayRun of, RuleReport report) {
    if (row.start() < row.submit()) {
      report.add(
          where(row),
          "it starts at %s, before its submission at %s",
          seconds(row.start()),
          seconds(row.submit()));
    }
    if (row.waitTicks() != row.start() - row.submit()) {
      report.add(
          where(row), "wait must be start - submit, %s s", seconds(row.start() - row.submit()));
    }
    long run = row.runTicks();
    boolean cut = row.stopped() && of.facts().estimates().equals(EstimateModel.LOGGED.label());
    if (run < 1 || run > row.estimate() || (cut && run != row.estimate())) {
      var allowed = cut ? "as long as" : "at most as long as";
      report.add(where(row), "it must run %s its estimate, but runs %s s", allowed, seconds(run));
    }
    if (of.passFrom(row.start()) != row.start()) {
      report.add(where(row), "it must start at a multiple of the period from the first submission");
    }
  }

  private static void promises(ReplayRun run, RuleReport report) {
    boolean promising = PROMISING.contains(run.title().policy());
    boolean kept = KEEPING.contains(run.title().policy()) && run.facts().periodTicks() == 0;
    for (var row : run.jobs()) {
      boolean promised = row.promisedAt() >= 0;
      if (promised != row.promisedStart() >= 0 || (promised && !promising)) {
        report.add(
            where(row), "only policies that promise starts have promises, with time and start");
      } else if (promised && (row.promisedAt() < row.submit() || row.promisedAt() > row.start())) {
        report.add(where(row), "a promise is made while a job waits");
      } else if (promised && row.promisedStart() < row.promisedAt()) {
        report.add(where(row), "a promised start must not be in the past");
      } else if (kept && promised && row.start() > row.promisedStart()) {
        report.add(
            where(row),
            "it must start by %s, as promised, but starts at %s",
            seconds(row.promisedStart()),
            seconds(row.start()));
      }
    }
  }

  /**
   * Reports instants with too many busy processors; at one instant, processors are released before
   * they are taken.
   */
  private static void load(ReplayRun run, RuleReport report) {
    int processors = run.facts().processors();
    var changes = new TreeMap<Long, Long>();
    for (var row : run.started()) {
      changes.merge(row.start(), (long) row.processors(), Long::sum);
      changes.merge(row.end(), (long) -row.processors(), Long::sum);
    }
    long busy = 0;
    for (var change : changes.entrySet()) {
      busy += change.getValue();
      if (busy > processors) {
        report.add(
            "time " + seconds(change.getKey()),
            "at most %d processors may run, but %d do",
            processors,
            busy);
      }
    }
  }

  private static String where(ReplayRow row) {
    return "job " + row.id();
  }
}
