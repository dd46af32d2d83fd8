package io.metasched.simulation.twolevel;

import io.metasched.metascheduler.grid.GridDesk;
import io.metasched.metascheduler.grid.GridPolicies;
import io.metasched.metascheduler.grid.GridTask;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.LocalSchedulers;
import io.metasched.resource.provider.ProviderBook;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationAnswer.Accepted;
import io.metasched.resource.provider.ReservationRequest;
import io.metasched.simulation.random.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Replays jobs on two levels. At one instant come first all completions, then all submissions and
 * what leaves the grid queue, then the reservations that begin, then one pass of each provider;
 * with a period the passes come at its multiples only.
 *
 * <p>Equal jobs, setting and seeds give an equal outcome.
 */
public final class TwoLevelReplay {
  private static final long NEVER = Long.MAX_VALUE;

  private record End(long tick, int job, int provider) implements Comparable<End> {
    @Override
    public int compareTo(End other) {
      int byTick = Long.compare(tick, other.tick);
      return byTick != 0 ? byTick : Integer.compare(job, other.job);
    }
  }

  private final List<GridJob> jobs;
  private final TwoLevelSetting setting;
  private final List<ProviderBook> providers = new ArrayList<>();
  private final GridDesk grid;
  private final long[] nextPass;
  private final List<Optional<Placement>> placements;
  private final List<Optional<Reservation>> promises;
  private final PriorityQueue<End> ends = new PriorityQueue<>();
  private int submitted;

  private TwoLevelReplay(List<GridJob> jobs, TwoLevelSetting setting, Seeds seeds) {
    this.jobs = jobs;
    this.setting = setting;
    for (int i = 0; i < setting.providers(); i++) {
      var scheduler = LocalSchedulers.named(setting.localScheduler());
      providers.add(
          new ProviderBook(
              setting.processors(),
              scheduler.orElseThrow(
                  () ->
                      unknown(
                          "local scheduler", setting.localScheduler(), LocalSchedulers.names()))));
    }
    UniformRandomProvider forBatch = seeds.generator("batch placement", 0);
    UniformRandomProvider forReservations = seeds.generator("reservation placement", 0);
    grid =
        new GridDesk(
            providers,
            GridPolicies.batch(setting.batchPlacement(), forBatch::nextLong)
                .orElseThrow(
                    () ->
                        unknown(
                            "batch placement",
                            setting.batchPlacement(),
                            GridPolicies.batchNames())),
            GridPolicies.reservations(setting.reservationPlacement(), forReservations::nextLong)
                .orElseThrow(
                    () ->
                        unknown(
                            "reservation placement",
                            setting.reservationPlacement(),
                            GridPolicies.reservationNames())),
            setting.grid());
    nextPass = new long[setting.providers()];
    Arrays.fill(nextPass, NEVER);
    placements = new ArrayList<>(Collections.nCopies(jobs.size(), Optional.empty()));
    promises = new ArrayList<>(Collections.nCopies(jobs.size(), Optional.empty()));
  }

  /**
   * Replays jobs to the end.
   *
   * @param jobs by (submit, id), batch jobs of at most the size of a provider
   * @throws IllegalArgumentException for an unknown policy, or a batch job that is too large
   */
  public static TwoLevelOutcome run(List<GridJob> jobs, TwoLevelSetting setting, Seeds seeds) {
    var replay = new TwoLevelReplay(jobs, setting, seeds);
    for (long now = replay.nextTick(); now != NEVER; now = replay.nextTick()) {
      replay.complete(now);
      replay.submit(now);
      replay.dispatch(now);
      replay.beginReservations(now);
      replay.pass(now);
    }
    return new TwoLevelOutcome(
        jobs, replay.placements, replay.promises, setting.providers(), setting.processors());
  }

  private static IllegalArgumentException unknown(String what, String name, List<String> known) {
    return new IllegalArgumentException(
        "the %s must be one of %s, but is %s".formatted(what, known, name));
  }

  private long nextTick() {
    long next = grid.nextDispatch().orElse(NEVER);
    next = submitted < jobs.size() ? Math.min(next, jobs.get(submitted).submitTick()) : next;
    next = ends.isEmpty() ? next : Math.min(next, ends.element().tick());
    for (int i = 0; i < nextPass.length; i++) {
      OptionalLong begin = providers.get(i).nextReservation();
      next = Math.min(next, Math.min(nextPass[i], begin.orElse(NEVER)));
    }
    return next;
  }

  private void complete(long now) {
    while (!ends.isEmpty() && ends.element().tick() == now) {
      var end = ends.remove();
      providers.get(end.provider()).ended(end.job(), now);
      askForPass(end.provider(), now);
    }
  }

  private void submit(long now) {
    while (submitted < jobs.size() && jobs.get(submitted).submitTick() == now) {
      grid.submit(task(submitted, jobs.get(submitted)), now);
      submitted++;
    }
  }

  private static GridTask task(int number, GridJob job) {
    return job.reservation()
        .<GridTask>map(
            interval ->
                new GridTask.Advance(
                    new ReservationRequest(
                        number,
                        interval.readyTick(),
                        interval.dueTick(),
                        job.processors(),
                        interval.durationTicks())))
        .orElseGet(
            () ->
                new GridTask.Batch(
                    new BatchJob(number, job.submitTick(), job.processors(), job.limitTicks())));
  }

  private void dispatch(long now) {
    if (grid.nextDispatch().orElse(NEVER) != now) {
      return;
    }
    for (var dispatch : grid.dispatch(now)) {
      if (dispatch.answer().orElse(null) instanceof Accepted accepted) {
        var reservation = accepted.reservation();
        promises.set(reservation.request().number(), Optional.of(reservation));
      }
      dispatch.provider().ifPresent(provider -> askForPass(provider, now));
    }
  }

  private void beginReservations(long now) {
    for (int i = 0; i < providers.size(); i++) {
      for (var reservation : providers.get(i).beginReservations(now)) {
        started(reservation.request().number(), i, now);
      }
    }
  }

  private void pass(long now) {
    for (int i = 0; i < nextPass.length; i++) {
      if (nextPass[i] == now) {
        nextPass[i] = NEVER;
        for (var job : providers.get(i).pass(now)) {
          started(job.number(), i, now);
        }
      }
    }
  }

  private void started(int job, int provider, long now) {
    long end = now + jobs.get(job).runTicks();
    placements.set(job, Optional.of(new Placement(provider, now, end)));
    ends.add(new End(end, job, provider));
  }

  private void askForPass(int provider, long now) {
    long period = setting.localPeriodTicks();
    nextPass[provider] = period == 0 ? now : Ticks.roundUp(now, period);
  }
}
