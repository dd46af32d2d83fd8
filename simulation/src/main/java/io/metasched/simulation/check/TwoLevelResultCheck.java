package io.metasched.simulation.check;

import static io.metasched.simulation.check.ToldFigures.seconds;

import io.metasched.resource.provider.ReservationAnswer.Reason;
import io.metasched.simulation.result.TwoLevelJobRow;
import io.metasched.simulation.result.TwoLevelPlacementRow;
import io.metasched.simulation.result.TwoLevelSummary;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Says whether the jobs of two levels, as the files of a policy have them, are possible: each runs
 * once or is refused for a reason, reservations begin when they were promised, each job has
 * processors of its own, and the summary follows. Cost: O(n log n + sum of the processors).
 */
public final class TwoLevelResultCheck {
  private static final String A_START = "it must have a provider, a start and an end";
  private static final String TOO_LONG = TwoLevelJobRow.word(Reason.LONGER_THAN_INTERVAL);
  private static final String TOO_MANY = TwoLevelJobRow.word(Reason.TOO_MANY_PROCESSORS);
  private static final List<String> OF_DEADLINES =
      List.of(
          TwoLevelJobRow.word(Reason.NOT_FREE_IN_INTERVAL),
          TwoLevelJobRow.word(Reason.IN_THE_PAST));

  /**
   * Neighbouring processors that are taken or given back; at one instant giving back comes first.
   */
  private record Change(long tick, boolean isStart, TwoLevelPlacementRow row) {
    static final Comparator<Change> IN_ORDER =
        Comparator.comparingLong(Change::tick)
            .thenComparing(Change::isStart)
            .thenComparing(Change::row, TwoLevelPlacementRow.ORDER);
  }

  private final List<TwoLevelJobRow> jobs;
  private final List<TwoLevelPlacementRow> placements;
  private final TwoLevelSummary summary;
  private final TwoLevelSummary.Policy told;
  private final Report fates;
  private final Report places;

  private TwoLevelResultCheck(
      List<TwoLevelJobRow> jobs,
      List<TwoLevelPlacementRow> placements,
      TwoLevelSummary summary,
      TwoLevelSummary.Policy told,
      Findings findings) {
    this.jobs = jobs;
    this.placements = placements;
    this.summary = summary;
    this.told = told;
    fates = findings.of("two-level");
    places = findings.of("placements");
  }

  /**
   * All that is wrong; nothing for a sound run.
   *
   * @param jobs the jobs under one policy
   * @param placements where they ran
   * @param summary what is told of the whole
   * @param told what it tells of this policy
   */
  public static List<Violation> check(
      List<TwoLevelJobRow> jobs,
      List<TwoLevelPlacementRow> placements,
      TwoLevelSummary summary,
      TwoLevelSummary.Policy told) {
    var findings = new Findings(Checker.MOST_TOLD);
    var check = new TwoLevelResultCheck(jobs, placements, summary, told, findings);
    check.fates();
    check.places();
    check.overlaps();
    new TwoLevelSummaryCheck(jobs, placements, summary, told, findings.of("summary")).check();
    return findings.all();
  }

  private void fates() {
    var ids = new TreeSet<Long>();
    for (var row : jobs) {
      if (!ids.add(row.id())) {
        fates.add(where(row), "it must be there once");
      }
      if (row.isReservation()) {
        reservation(row);
      } else {
        batch(row);
      }
      if (row.refused().isEmpty()) {
        ran(row);
      } else if (row.provider() != -1 || row.start() != -1 || row.end() != -1) {
        fates.add(where(row), "it is refused, and yet ran");
      }
    }
  }

  private void batch(TwoLevelJobRow row) {
    boolean isAsked = row.ready() != -1 || row.due() != -1 || row.reservedTicks() != -1;
    boolean isGranted = row.promised() != -1 || row.grantedTicks() != -1 || row.stopped();
    if (isAsked || isGranted || row.leastTicks() != -1) {
      fates.add(where(row), "it asked for no reservation, and yet has one");
    }
    if (!row.refused().isEmpty()) {
      fates.add(where(row), "it asked for no reservation, so that none can be refused");
    }
    if (row.runTicks() > row.limitTicks()) {
      fates.add(where(row), "it must run at most as long as its limit");
    }
    if (row.hasRun() && told.setApart() > 0 && row.provider() < told.setApart()) {
      fates.add(where(row), "provider %d is set apart for reservations", row.provider());
    }
    long period = summary.localPeriodTicks();
    if (row.hasRun() && period > 0 && row.start() % period != 0) {
      fates.add(where(row), "it must start at a multiple of the period of its provider");
    }
  }

  private void reservation(TwoLevelJobRow row) {
    boolean isInterval = row.ready() >= 0 && row.due() >= row.ready();
    if (!isInterval || row.leastTicks() < 1 || row.reservedTicks() < row.leastTicks()) {
      fates.add(where(row), "it must have an interval from ready to due, and a duration");
    } else if (!row.refused().isEmpty()) {
      refusal(row);
    } else {
      kept(row);
    }
  }

  private void kept(TwoLevelJobRow row) {
    if (row.due() - row.ready() < row.leastTicks()) {
      fates.add(where(row), "it must be refused, as it does not fit its interval");
    }
    if (row.grantedTicks() < row.leastTicks() || row.grantedTicks() > row.reservedTicks()) {
      fates.add(where(row), "it must be granted what it asked for, or what does at the least");
    }
    if (row.promised() != row.start() || row.promised() < row.ready()) {
      fates.add(
          where(row),
          "it is ready at %s and promised %s, but starts at %s",
          seconds(row.ready()),
          seconds(row.promised()),
          seconds(row.start()));
    }
    if (summary.lateRefused() && row.start() > row.due() - row.grantedTicks()) {
      fates.add(where(row), "it must be refused, as it would be late");
    }
    if (told.setApart() > 0 && row.provider() >= told.setApart()) {
      fates.add(where(row), "provider %d is not set apart for reservations", row.provider());
    }
  }

  private void refusal(TwoLevelJobRow row) {
    boolean isTooLong = row.due() - row.ready() < row.leastTicks();
    boolean isTooLarge = row.processors() > summary.processors();
    var must = isTooLong ? TOO_LONG : isTooLarge ? TOO_MANY : "";
    boolean isPossible =
        must.isEmpty()
            ? summary.lateRefused() && OF_DEADLINES.contains(row.refused())
            : row.refused().equals(must);
    if (!isPossible) {
      fates.add(where(row), "it cannot be refused for that");
    }
    if (row.promised() != -1 || row.grantedTicks() != -1 || row.stopped()) {
      fates.add(where(row), "it is refused, and yet promised a start");
    }
  }

  private void ran(TwoLevelJobRow row) {
    if (!row.hasRun() || row.provider() < 0) {
      fates.add(where(row), A_START);
      return;
    }
    if (row.provider() >= summary.providers()) {
      fates.add(where(row), "there is no provider %d", row.provider());
    }
    long run =
        row.grantedTicks() < 0 ? row.runTicks() : Math.min(row.runTicks(), row.grantedTicks());
    if (row.stopped() != run < row.runTicks()) {
      fates.add(where(row), "it must be stopped if its reservation ends before it, and only then");
    }
    if (row.start() < row.submit() || row.end() - row.start() != run) {
      fates.add(
          where(row),
          "it must run %s s from %s on, but runs from %s to %s",
          seconds(run),
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
        places.add("job " + row.job(), "its rows must be behind those of lesser jobs, each once");
      }
      if (row.first() > row.last() || row.last() >= summary.processors()) {
        places.add(
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
    byJob.keySet().forEach(job -> places.add("job " + job, "there is no such job"));
  }

  private void places(TwoLevelJobRow job, List<TwoLevelPlacementRow> rows) {
    long taken = 0;
    for (var row : rows) {
      taken += (long) row.last() - row.first() + 1;
      boolean isThere = row.provider() == job.provider();
      if (!isThere || row.start() != job.start() || row.end() != job.end()) {
        places.add(where(job), "it must be placed where and when it ran");
      }
    }
    long asked = job.hasRun() ? job.processors() : 0;
    if (taken != asked) {
      places.add(where(job), "it must have %d processors, but has %d", asked, taken);
    }
  }

  private void overlaps() {
    var changes = new ArrayList<Change>();
    for (var row : placements) {
      if (row.first() <= row.last() && row.last() < summary.processors()) {
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
        places.add(
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
