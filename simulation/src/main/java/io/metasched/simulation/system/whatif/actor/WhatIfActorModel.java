package io.metasched.simulation.system.whatif.actor;

import akka.actor.typed.ActorRef;
import io.metasched.metascheduler.whatif.GridRequest;
import io.metasched.metascheduler.whatif.actor.GridReservationService;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.actor.Provider;
import io.metasched.simulation.driver.ActorModel;
import io.metasched.simulation.driver.Replies;
import io.metasched.simulation.driver.RunActors;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.system.whatif.WhatIfInstance;
import io.metasched.simulation.system.whatif.model.WhatIfSchedule;
import io.metasched.simulation.system.whatif.model.WhatIfStep;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Model of clusters and the reservation service for the clock. A step concerns some clusters
 * concurrently, or the service, which receives requests and withdrawals one at a time.
 */
final class WhatIfActorModel implements ActorModel<WhatIfRun> {
  private static final int ANSWERS_PER_REPORT = 16;

  private final WhatIfInstance instance;
  private final String policy;
  private final Progress progress;
  private final WhatIfSchedule schedule;
  private final RunActors actors;
  private final ActorRef<GridReservationService.Command> service;
  private final ActorRef<Provider.Reply> ofClusters;
  private final ActorRef<GridReservationService.Reply> ofService;
  private final ArrayDeque<Integer> withdrawals = new ArrayDeque<>();
  private final TreeMap<Integer, ArrayDeque<BatchJob>> submissions = new TreeMap<>();
  private WhatIfStep step = WhatIfStep.STARTS;
  private long now;
  private int awaited;

  WhatIfActorModel(
      WhatIfInstance instance,
      String policy,
      RunActors actors,
      Replies replies,
      Progress progress) {
    this.instance = instance;
    this.policy = policy;
    this.actors = actors;
    this.progress = progress;
    schedule = instance.schedule();
    service = Objects.requireNonNull(actors.schedulers().get(0)).narrow();
    ofClusters = replies.of(Provider.Reply.class, Provider.Reply::id);
    ofService = replies.of(GridReservationService.Reply.class, GridReservationService.Reply::id);
  }

  @Override
  public void advance(Commands commands) {
    awaited = 0;
    while (awaited == 0) {
      var due = schedule.next();
      if (due.isEmpty()) {
        return;
      }
      step = due.get().step();
      now = due.get().tick();
      schedule.begin(step, now);
      take(commands);
    }
  }

  private void take(Commands commands) {
    long tick = now;
    switch (step) {
      case ENDS -> schedule.ends(tick).forEach((cluster, jobs) -> end(commands, cluster, jobs));
      case WITHDRAWALS -> {
        schedule.withdrawals(tick).forEach(answer -> withdrawals.add(answer.request()));
        withdrawNext(commands);
      }
      case SUBMISSIONS ->
          schedule
              .submissions(tick)
              .forEach(
                  (cluster, jobs) -> {
                    submissions.put(cluster, new ArrayDeque<>(jobs));
                    submitNext(commands, cluster);
                  });
      case REQUESTS -> requestNext(commands);
      case STARTS -> {
        for (int cluster : schedule.starting(tick)) {
          boolean passes = schedule.passes(cluster, tick);
          send(
              commands,
              id -> cluster(cluster).tell(new Provider.Start(id, passes, tick, ofClusters)));
        }
      }
    }
  }

  private void end(Commands commands, int cluster, List<Integer> jobs) {
    long tick = now;
    send(commands, id -> cluster(cluster).tell(new Provider.End(id, jobs, tick, ofClusters)));
  }

  /**
   * Submits the next job to a cluster. Jobs are sent one by one, because a lost message is repeated
   * after later ones.
   */
  private void submitNext(Commands commands, int cluster) {
    long tick = now;
    var job = Objects.requireNonNull(submissions.get(cluster)).poll();
    if (job != null) {
      send(commands, id -> cluster(cluster).tell(new Provider.Submit(id, job, tick, ofClusters)));
    }
  }

  private void withdrawNext(Commands commands) {
    long tick = now;
    if (!withdrawals.isEmpty()) {
      int request = withdrawals.remove();
      send(
          commands,
          id -> service.tell(new GridReservationService.Withdraw(id, request, tick, ofService)));
    }
  }

  private void requestNext(Commands commands) {
    schedule.request(now).ifPresent(due -> request(commands, due.request()));
  }

  private void request(Commands commands, GridRequest request) {
    long tick = now;
    send(
        commands,
        id -> service.tell(new GridReservationService.Request(id, request, tick, ofService)));
  }

  private void send(Commands commands, Consumer<CommandId> command) {
    awaited++;
    commands.send(command);
  }

  private ActorRef<Provider.Command> cluster(int number) {
    return actors.owners().ref(number).narrow();
  }

  @Override
  public Optional<Throwable> replied(CommandId id, Object reply, Commands commands) {
    awaited--;
    if (reply instanceof Provider.Started started) {
      schedule.started(started.provider(), started.jobs(), now);
    } else if (reply instanceof GridReservationService.Answered answered) {
      schedule.answered(answered.answer(), now);
      advanced();
      requestNext(commands);
    } else if (reply instanceof GridReservationService.Withdrawn) {
      withdrawNext(commands);
    } else if (reply instanceof Provider.Done done) {
      submitNext(commands, done.provider());
    } else if (!(reply instanceof Provider.Ended)) {
      return Optional.of(
          new IllegalStateException("unexpected reply from an actor: %s".formatted(reply)));
    }
    return Optional.empty();
  }

  private void advanced() {
    if (schedule.asked() % ANSWERS_PER_REPORT == 0) {
      progress.advanced(policy, schedule.asked(), instance.workload().requests().size());
      progress.cycleTaken(policy, schedule.asked() / ANSWERS_PER_REPORT);
    }
  }

  @Override
  public String awaited() {
    return "%d commands of step %s at tick %d".formatted(awaited, step, now);
  }

  @Override
  public WhatIfRun tables(String driver, String version) {
    return instance.tables(policy, schedule, driver, version);
  }
}
