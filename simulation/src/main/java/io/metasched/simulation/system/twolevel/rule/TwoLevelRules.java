package io.metasched.simulation.system.twolevel.rule;

import static io.metasched.simulation.rule.ReportedFigures.seconds;

import io.metasched.resource.provider.ReservationAnswer.Reason;
import io.metasched.simulation.rows.RowFormat;
import io.metasched.simulation.rule.ArrivalRule;
import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.rule.RunRule;
import io.metasched.simulation.rule.Violation;
import io.metasched.simulation.rule.ViolationCollector;
import io.metasched.simulation.system.twolevel.rows.TwoLevelFacts;
import io.metasched.simulation.system.twolevel.rows.TwoLevelJobRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelJobRow.Outcome;
import io.metasched.simulation.system.twolevel.rows.TwoLevelPlacementRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Rules of every sound run on two levels. Each job runs once or is refused with a reason,
 * reservations begin when promised, each job has its own processors, and the histories agree. Cost:
 * O(n log n + sum of the processors).
 */
public final class TwoLevelRules {
  public static final List<RunRule<TwoLevelRun>> ALL =
      List.of(
          new RunRule<>(
              "jobs",
              "Each job occurs once, in order of submission, with the outcome that follows from its"
                  + " times; a batch job starts at a pass, on a provider that takes such jobs, and"
                  + " runs at most to its limit; a reservation runs as granted, within its"
                  + " interval, or is refused for a possible reason.",
              (run, report) -> new TwoLevelRules(run, report).jobs()),
          new RunRule<>(
              "arrivals",
              "A job is submitted when the jobs in `after` are over and the think time has passed,"
                  + " not before `logged`. Reservations wait for no job.",
              (run, report) -> new TwoLevelRules(run, report).arrivals()),
          new RunRule<>(
              "placements",
              "Each job that ran has its number of processors of its provider, from its start to"
                  + " its end.",
              (run, report) -> new TwoLevelRules(run, report).places()),
          new RunRule<>(
              "overlaps",
              "No processor has two jobs at one instant.",
              (run, report) -> new TwoLevelRules(run, report).overlaps()),
          new RunRule<>(
              "binding",
              "At its start, each job takes the free processors of lowest index.",
              DynamicBinding::check),
          new RunRule<>(
              "events",
              "Each job leaves the grid queue at a dispatch, reserves an offer of a provider that"
                  + " takes it, moves only while late and only under ar-gather, and starts, ends or"
                  + " is refused as its row states.",
              (run, report) -> new GridHistoryRules(run, report).check()),
          new RunRule<>(
              "decisions",
              "Each job goes where its policy sends it; each provider offers its earliest start;"
                  + " the policy takes the right offer for the given reason; late reservations are"
                  + " refused or move forward when they must.",
              GridDecisions::check),
          new RunRule<>(
              "starts",
              "At each pass, exactly those batch jobs start that the local scheduler starts.",
              TwoLevelStarts::check));

  private static final int MOST_REPORTED = 1000;
  private static final String A_START = "it must have a provider, a start and an end";
  private static final String TOO_LONG = TwoLevelJobRow.word(Reason.LONGER_THAN_INTERVAL);
  private static final String TOO_MANY = TwoLevelJobRow.word(Reason.TOO_MANY_PROCESSORS);
  private static final List<String> OF_DEADLINES =
      List.of(
          TwoLevelJobRow.word(Reason.NOT_FREE_IN_INTERVAL),
          TwoLevelJobRow.word(Reason.IN_THE_PAST));

  /** Adjacent processors that are taken or released; at one instant, releases come first. */
  private record Change(long tick, boolean isStart, TwoLevelPlacementRow row) {
    static final Comparator<Change> IN_ORDER =
        Comparator.comparingLong(Change::tick)
            .thenComparing(Change::isStart)
            .thenComparing(Change::row, TwoLevelPlacementRow.ORDER);
  }

  private final TwoLevelRun run;
  private final TwoLevelFacts facts;
  private final List<TwoLevelJobRow> jobs;
  private final List<TwoLevelPlacementRow> placements;
  private final RuleReport report;

  private TwoLevelRules(TwoLevelRun run, RuleReport report) {
    this.run = run;
    facts = run.facts();
    jobs = run.jobs();
    placements = run.placements();
    this.report = report;
  }

  /** Returns all violations of a run; empty for a sound one. */
  public static List<Violation> violations(TwoLevelRun run) {
    var found = new ViolationCollector(MOST_REPORTED);
    ALL.forEach(rule -> rule.body().check(run, found.of(rule.name())));
    return found.all();
  }

  private void jobs() {
    if (jobs.size() != facts.jobs()) {
      report.add("the run", "it must have %d jobs, but has %d", facts.jobs(), jobs.size());
    }
    var ids = new TreeSet<Long>();
    for (int at = 0; at < jobs.size(); at++) {
      var row = jobs.get(at);
      if (!ids.add(row.id())) {
        report.add(where(row), "it must occur once");
      }
      if (at > 0 && TwoLevelJobRow.ORDER.compare(jobs.get(at - 1), row) > 0) {
        report.add(where(row), "it must follow the jobs submitted before it");
      }
      if (row.isReservation()) {
        reservation(row);
      } else {
        batch(row);
      }
      if (row.refused().isEmpty()) {
        ran(row);
      } else if (row.provider() != -1 || row.start() != -1 || row.end() != -1) {
        report.add(where(row), "it is refused, but ran");
      }
      outcome(row);
    }
  }

  /** Checks the arrivals; a refused job ends when it leaves the grid queue. */
  private void arrivals() {
    var ends = new TreeMap<Long, Long>();
    jobs.forEach(
        row -> ends.put(row.id(), row.hasRun() ? row.end() : PassTimes.leavesAt(run, row)));
    ArrivalRule.check(jobs.stream().map(TwoLevelJobRow::arrival).toList(), ends, report);
    for (var row : jobs) {
      if (row.isReservation() && !row.after().isNone()) {
        report.add(where(row), "a reservation waits for no job");
      }
    }
  }

  private void outcome(TwoLevelJobRow row) {
    boolean isShort = row.hasRun() && row.end() - row.start() < row.runTicks();
    var must =
        !row.refused().isEmpty()
            ? Outcome.REFUSED
            : !row.hasRun() ? Outcome.WAITING : isShort ? Outcome.STOPPED : Outcome.FINISHED;
    if (row.outcome() != must) {
      report.add(
          where(row),
          "its outcome must be %s, but is %s",
          RowFormat.lowerCase(must),
          RowFormat.lowerCase(row.outcome()));
    }
  }

  private void batch(TwoLevelJobRow row) {
    boolean isAsked = row.ready() != -1 || row.due() != -1 || row.reservedTicks() != -1;
    boolean isGranted = row.promised() != -1 || row.grantedTicks() != -1;
    if (isAsked || isGranted || row.leastTicks() != -1) {
      report.add(where(row), "it requested no reservation, but has one");
    }
    if (!row.refused().isEmpty()) {
      report.add(where(row), "it requested no reservation, so none can be refused");
    }
    if (row.runTicks() > row.limitTicks()) {
      report.add(where(row), "it must run at most as long as its limit");
    }
    if (row.hasRun() && facts.setApart() > 0 && row.provider() < facts.setApart()) {
      report.add(where(row), "provider %d is set apart for reservations", row.provider());
    }
    if (row.hasRun() && PassTimes.passFrom(run, row.start()) != row.start()) {
      report.add(
          where(row),
          "it must start at a multiple of the period of its provider from the first submission");
    }
  }

  private void reservation(TwoLevelJobRow row) {
    boolean isInterval = row.ready() >= 0 && row.due() >= row.ready();
    if (!isInterval || row.leastTicks() < 1 || row.reservedTicks() < row.leastTicks()) {
      report.add(where(row), "it must have an interval from ready to due, and a duration");
    } else if (!row.refused().isEmpty()) {
      refusal(row);
    } else {
      kept(row);
    }
  }

  private void kept(TwoLevelJobRow row) {
    if (row.due() - row.ready() < row.leastTicks()) {
      report.add(where(row), "it must be refused, because it does not fit its interval");
    }
    if (row.grantedTicks() < row.leastTicks() || row.grantedTicks() > row.reservedTicks()) {
      report.add(where(row), "it must be granted the requested duration, or at least the minimum");
    }
    if (row.promised() != row.start() || row.promised() < row.ready()) {
      report.add(
          where(row),
          "it is ready at %s and promised %s, but starts at %s",
          seconds(row.ready()),
          seconds(row.promised()),
          seconds(row.start()));
    }
    if (facts.lateRefused() && row.start() > row.due() - row.grantedTicks()) {
      report.add(where(row), "it must be refused, because it would be late");
    }
    if (facts.setApart() > 0 && row.provider() >= facts.setApart()) {
      report.add(where(row), "provider %d is not set apart for reservations", row.provider());
    }
  }

  private void refusal(TwoLevelJobRow row) {
    boolean isTooLong = row.due() - row.ready() < row.leastTicks();
    boolean isTooLarge = row.processors() > facts.processors();
    var must = isTooLong ? TOO_LONG : isTooLarge ? TOO_MANY : "";
    boolean isPossible =
        must.isEmpty()
            ? facts.lateRefused() && OF_DEADLINES.contains(row.refused())
            : row.refused().equals(must);
    if (!isPossible) {
      report.add(where(row), "it cannot be refused for that reason");
    }
    if (row.promised() != -1 || row.grantedTicks() != -1) {
      report.add(where(row), "it is refused, but promised a start");
    }
  }

  private void ran(TwoLevelJobRow row) {
    if (!row.hasRun() || row.provider() < 0) {
      report.add(where(row), A_START);
      return;
    }
    if (row.provider() >= facts.providers()) {
      report.add(where(row), "there is no provider %d", row.provider());
    }
    long length =
        row.grantedTicks() < 0 ? row.runTicks() : Math.min(row.runTicks(), row.grantedTicks());
    if ((row.outcome() == Outcome.STOPPED) != length < row.runTicks()) {
      report.add(
          where(row),
          "it must be stopped if and only if its reservation ends before its" + " work");
    }
    if (row.start() < row.submit() || row.end() - row.start() != length) {
      report.add(
          where(row),
          "it must run %s s from %s on, but runs from %s to %s",
          seconds(length),
          seconds(row.submit()),
          seconds(row.start()),
          seconds(row.end()));
    }
  }

  private void places() {
    var byJob = new TreeMap<Long, List<TwoLevelPlacementRow>>();
    for (int at = 0; at < placements.size(); at++) {
      var row = placements.get(at);
      byJob.computeIfAbsent(row.job(), job -> new ArrayList<>()).add(row);
      if (at > 0 && TwoLevelPlacementRow.ORDER.compare(placements.get(at - 1), row) >= 0) {
        report.add(
            "job " + row.job(), "its rows must follow those of jobs with lower ids, each once");
      }
      if (row.first() > row.last() || row.last() >= facts.processors()) {
        report.add(
            "job " + row.job(),
            "processors %d to %d are not among those of a provider",
            row.first(),
            row.last());
      }
    }
    for (var job : jobs) {
      places(job, byJob.getOrDefault(job.id(), List.of()));
      byJob.remove(job.id());
    }
    byJob.keySet().forEach(job -> report.add("job " + job, "there is no such job"));
  }

  private void places(TwoLevelJobRow job, List<TwoLevelPlacementRow> rows) {
    long taken = 0;
    for (var row : rows) {
      taken += (long) row.last() - row.first() + 1;
      boolean isThere = row.provider() == job.provider();
      if (!isThere || row.start() != job.start() || row.end() != job.end()) {
        report.add(where(job), "it must be placed where and when it ran");
      }
    }
    long asked = job.hasRun() ? job.processors() : 0;
    if (taken != asked) {
      report.add(where(job), "it must have %d processors, but has %d", asked, taken);
    }
  }

  private void overlaps() {
    var changes = new ArrayList<Change>();
    for (var row : placements) {
      if (row.first() <= row.last() && row.last() < facts.processors()) {
        changes.add(new Change(row.start(), true, row));
        changes.add(new Change(row.end(), false, row));
      }
    }
    changes.sort(Change.IN_ORDER);
    var busy = new TreeMap<Integer, BitSet>();
    for (var change : changes) {
      var row = change.row();
      var ofProvider = busy.computeIfAbsent(row.provider(), provider -> new BitSet());
      int taken = ofProvider.nextSetBit(row.first());
      if (change.isStart() && taken >= 0 && taken <= row.last()) {
        report.add(
            "job " + row.job(),
            "it starts on processor %d of provider %d at %s, which is taken",
            taken,
            row.provider(),
            seconds(row.start()));
      }
      ofProvider.set(row.first(), row.last() + 1, change.isStart());
    }
  }

  private static String where(TwoLevelJobRow row) {
    return "job " + row.id();
  }
}
