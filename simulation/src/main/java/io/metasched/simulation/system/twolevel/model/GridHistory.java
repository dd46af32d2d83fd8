package io.metasched.simulation.system.twolevel.model;

import io.metasched.metascheduler.twolevel.OfferReport;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationAnswer;
import io.metasched.simulation.system.twolevel.Choices;
import io.metasched.simulation.system.twolevel.rows.TwoLevelEventRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelEventRow.Event;
import io.metasched.simulation.system.twolevel.rows.TwoLevelEventRow.Reason;
import io.metasched.simulation.system.twolevel.rows.TwoLevelJobRow;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Recorder of each job's events as rows. The events of one job must be added in order, events of
 * different jobs in any order. The rows therefore do not depend on the order of the providers'
 * answers. Cost: O(1) per event and offer.
 */
final class GridHistory {
  private static final int NONE = -1;

  private final List<GridJob> jobs;
  private final TwoLevelSetting setting;
  private final List<List<TwoLevelEventRow>> events;
  private final TreeMap<Integer, List<OfferReport>> offered = new TreeMap<>();

  GridHistory(List<GridJob> jobs, TwoLevelSetting setting) {
    this.jobs = jobs;
    this.setting = setting;
    events = new ArrayList<>(jobs.size());
    jobs.forEach(job -> events.add(new ArrayList<>(4)));
  }

  /** Returns all events, job by job, in the given order of jobs. */
  List<TwoLevelEventRow> rows(List<Integer> order) {
    return order.stream().flatMap(job -> events.get(job).stream()).toList();
  }

  void submitted(int job, long now) {
    add(job, TwoLevelEventRow.of(id(job), now, Event.SUBMITTED));
  }

  /** Stores the offers for requests that are still to be answered. */
  void offered(List<OfferReport> reports) {
    offered.clear();
    for (var report : reports) {
      offered.computeIfAbsent(report.request(), request -> new ArrayList<>()).add(report);
    }
  }

  void sent(int job, int provider, int waiting, long now) {
    left(job, now);
    var reason = Choices.ofBatchJob(setting.batchPlacement(), setting.forBatchJobs());
    add(
        job,
        TwoLevelEventRow.at(id(job), now, Event.SENT, provider)
            .with(waiting, NONE)
            .since(reason.word()));
  }

  void reserved(int job, int provider, Reservation reservation, long now) {
    left(job, now);
    offers(job, now);
    var interval = jobs.get(job).reservation().orElseThrow();
    boolean isMet = reservation.startTick() <= interval.dueTick() - interval.leastTicks();
    var reason =
        Choices.ofReservation(setting.reservationPlacement(), isMet, setting.forReservations());
    add(
        job,
        TwoLevelEventRow.at(id(job), now, Event.RESERVED, provider)
            .from(reservation.startTick(), reservation.endTick())
            .since(reason.word()));
  }

  /**
   * Records that a reservation is given up for another reservation, which must be passed to {@link
   * #reserved} next.
   */
  void withdrawn(int job, int provider, Reservation reservation, long now) {
    add(
        job,
        TwoLevelEventRow.at(id(job), now, Event.WITHDRAWN, provider)
            .from(reservation.startTick(), reservation.endTick()));
  }

  void refused(int job, ReservationAnswer.Reason reason, long now) {
    left(job, now);
    int provider =
        offered.getOrDefault(job, List.of()).stream()
            .filter(OfferReport::isChosen)
            .mapToInt(OfferReport::provider)
            .findFirst()
            .orElse(NONE);
    offers(job, now);
    add(
        job,
        TwoLevelEventRow.at(id(job), now, Event.REFUSED, provider)
            .since(TwoLevelJobRow.word(reason)));
  }

  void started(int job, int provider, long now) {
    add(job, TwoLevelEventRow.at(id(job), now, Event.STARTED, provider));
  }

  void ended(int job, int provider, boolean isStopped, long now) {
    var event = isStopped ? Event.STOPPED : Event.ENDED;
    add(job, TwoLevelEventRow.at(id(job), now, event, provider));
  }

  /**
   * Records that a job leaves the grid queue and, if it had to wait, that it was postponed until
   * now.
   */
  private void left(int job, long now) {
    var known = events.get(job);
    if (known.size() == 1 && known.get(0).tick() < now) {
      var postponed = TwoLevelEventRow.of(id(job), known.get(0).tick(), Event.POSTPONED);
      known.add(postponed.from(now, NONE).since(Reason.GRID_PERIOD.word()));
    }
  }

  private void offers(int job, long now) {
    for (var report : offered.getOrDefault(job, List.of())) {
      add(
          job,
          TwoLevelEventRow.at(id(job), now, Event.OFFERED, report.provider())
              .from(report.startTick(), report.startTick() + report.durationTicks())
              .with(NONE, report.reservedWork()));
    }
  }

  private void add(int job, TwoLevelEventRow row) {
    events.get(job).add(row);
  }

  private long id(int job) {
    return jobs.get(job).id();
  }
}
