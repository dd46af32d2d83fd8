package io.metasched.simulation.system.whatif.model;

import io.metasched.metascheduler.whatif.ClusterRequest.Probe;
import io.metasched.metascheduler.whatif.ClusterRequest.Reserve;
import io.metasched.metascheduler.whatif.ClusterRequest.Withdraw;
import io.metasched.metascheduler.whatif.GridAnswer;
import io.metasched.metascheduler.whatif.InformationService;
import io.metasched.metascheduler.whatif.PlacementRound;
import io.metasched.resource.provider.Lateness;
import io.metasched.resource.provider.ProviderBook;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.probe.ClusterState;
import io.metasched.resource.provider.probe.ReservationProbe;
import io.metasched.simulation.kernel.Due;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.kernel.RunModel;
import io.metasched.simulation.system.whatif.WhatIfInstance;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Single-threaded replay of jobs and requests on clusters, one step at a time. Equal workload and
 * setting yield equal runs.
 */
public final class WhatIfReplay implements RunModel<WhatIfStep, WhatIfRun> {
  private static final int ANSWERS_PER_REPORT = 16;

  private final WhatIfInstance instance;
  private final String policy;
  private final Progress progress;
  private final WhatIfSchedule schedule;
  private final List<ProviderBook> clusters = new ArrayList<>();
  private final ReservationProbe probe;
  private final InformationService information;
  private final TreeMap<Integer, SortedMap<Integer, Reservation>> reserved = new TreeMap<>();

  public WhatIfReplay(WhatIfInstance instance, String policy, Progress progress) {
    this.instance = instance;
    this.policy = policy;
    this.progress = progress;
    var setting = instance.setting(policy);
    int count = setting.processors().size();
    schedule = instance.schedule();
    IntStream.range(0, count).forEach(cluster -> clusters.add(setting.book(cluster)));
    probe = setting.probe();
    information = setting.information();
  }

  /** Returns the starts of the jobs without requests, by their numbers. */
  public static List<Long> startsAlone(GridWorkload workload, WhatIfSetting setting) {
    var alone = workload.withoutRequests();
    var schedule = new WhatIfSchedule(alone, setting.processors().size());
    var clusters = new ArrayList<ProviderBook>();
    IntStream.range(0, setting.processors().size()).forEach(c -> clusters.add(setting.book(c)));
    for (var due = schedule.next(); due.isPresent(); due = schedule.next()) {
      perform(due.get().step(), due.get().tick(), schedule, clusters);
    }
    return IntStream.range(0, alone.jobs().size()).mapToObj(schedule::start).toList();
  }

  @Override
  public Optional<Due<WhatIfStep>> next() {
    return schedule.next();
  }

  @Override
  public WhatIfRun tables(String driver, String version) {
    return instance.tables(policy, schedule, driver, version);
  }

  @Override
  public void perform(WhatIfStep step, long tick) {
    perform(step, tick, schedule, clusters);
    switch (step) {
      case WITHDRAWALS -> schedule.withdrawals(tick).forEach(answer -> withdraw(answer, tick));
      case REQUESTS -> requests(tick);
      case ENDS, SUBMISSIONS, STARTS -> {
        // done by the clusters alone
      }
    }
  }

  /** Performs a step of the clusters alone. */
  private static void perform(
      WhatIfStep step, long tick, WhatIfSchedule schedule, List<ProviderBook> clusters) {
    schedule.begin(step, tick);
    switch (step) {
      case ENDS -> schedule.ends(tick).forEach((c, jobs) -> clusters.get(c).end(jobs, tick));
      case SUBMISSIONS ->
          schedule.submissions(tick).forEach((c, jobs) -> jobs.forEach(clusters.get(c)::submit));
      case STARTS -> {
        for (int cluster : schedule.starting(tick)) {
          boolean passes = schedule.passes(cluster, tick);
          schedule.started(cluster, clusters.get(cluster).start(tick, passes), tick);
        }
      }
      case WITHDRAWALS, REQUESTS -> {
        // these steps concern the reservation service
      }
    }
  }

  private void requests(long now) {
    for (var due = schedule.request(now); due.isPresent(); due = schedule.request(now)) {
      schedule.answered(place(due.get(), now), now);
      if (schedule.asked() % ANSWERS_PER_REPORT == 0) {
        progress.advanced(policy, schedule.asked(), instance.workload().requests().size());
      }
    }
  }

  private GridAnswer place(FlexibleRequest due, long now) {
    var request = due.request();
    var candidates = information.candidates(request.part().processors());
    var round = new PlacementRound(request, candidates, now);
    while (!round.isOver()) {
      for (var command : round.next()) {
        var book = clusters.get(command.cluster());
        if (command instanceof Probe asked) {
          round.probed(asked.cluster(), probe.answer(asked.request(), new ClusterState(book, now)));
        } else if (command instanceof Reserve asked) {
          round.decided(asked.cluster(), book.reserve(asked.slot(), now, Lateness.REFUSED));
        } else {
          var asked = (Withdraw) command;
          book.withdraw(asked.reservation(), now);
          round.givenUp(asked.cluster());
        }
      }
    }
    reserved.put(request.number(), round.reserved());
    return round.answer();
  }

  private void withdraw(GridAnswer answer, long now) {
    Objects.requireNonNull(reserved.get(answer.request()))
        .forEach((cluster, reservation) -> clusters.get(cluster).withdraw(reservation, now));
  }
}
