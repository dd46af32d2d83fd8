package io.metasched.simulation.system.twolevel.actor;

import akka.actor.typed.ActorRef;
import io.metasched.metascheduler.twolevel.actor.GridScheduler;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.provider.actor.Provider;
import io.metasched.simulation.driver.ActorModel;
import io.metasched.simulation.driver.Replies;
import io.metasched.simulation.driver.RunActors;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.system.twolevel.TwoLevelInstance;
import io.metasched.simulation.system.twolevel.model.TwoLevelReplay;
import io.metasched.simulation.system.twolevel.model.TwoLevelSchedule;
import io.metasched.simulation.system.twolevel.model.TwoLevelStep;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** Model of two levels for the clock: each step concerns some providers, or the grid scheduler. */
final class TwoLevelActorModel implements ActorModel<TwoLevelRun> {
  private final TwoLevelInstance instance;
  private final String policy;
  private final Progress progress;
  private final TwoLevelSchedule schedule;
  private final RunActors actors;
  private final ActorRef<GridScheduler.Command> grid;
  private final ActorRef<Provider.Reply> ofProviders;
  private final ActorRef<GridScheduler.Reply> ofGrid;
  private TwoLevelStep step = TwoLevelStep.STARTS;
  private long now;
  private int rounds;
  private int awaited;
  private boolean isOver;

  TwoLevelActorModel(
      TwoLevelInstance instance,
      String policy,
      RunActors actors,
      Replies replies,
      Progress progress) {
    this.instance = instance;
    this.policy = policy;
    this.actors = actors;
    this.progress = progress;
    schedule = new TwoLevelSchedule(instance.jobs(), instance.setting(policy));
    grid = Objects.requireNonNull(actors.schedulers().get(0)).narrow();
    ofProviders = replies.of(Provider.Reply.class, Provider.Reply::id);
    ofGrid = replies.of(GridScheduler.Reply.class, GridScheduler.Reply::id);
  }

  @Override
  public void advance(Commands commands) {
    awaited = 0;
    while (awaited == 0) {
      var due = schedule.next();
      if (due.isEmpty()) {
        isOver = true;
        advanced();
        return;
      }
      step = due.get().step();
      if (step == TwoLevelStep.ENDS) {
        advanced();
      }
      now = due.get().tick();
      schedule.begin(step, now);
      take(commands);
    }
  }

  private void advanced() {
    progress.advanced(policy, schedule.submitted(), instance.jobs().size());
  }

  private void take(Commands commands) {
    long tick = now;
    switch (step) {
      case ENDS ->
          schedule
              .ends(tick)
              .forEach(
                  (provider, jobs) ->
                      send(
                          commands,
                          id ->
                              provider(provider)
                                  .tell(new Provider.End(id, jobs, tick, ofProviders))));
      case MOVES -> {
        if (schedule.hasEnded(tick)) {
          send(commands, id -> grid.tell(new GridScheduler.MoveForward(id, tick, ofGrid)));
        }
      }
      case SUBMISSIONS -> {
        var tasks = schedule.submissions(tick);
        if (!tasks.isEmpty()) {
          send(commands, id -> grid.tell(new GridScheduler.Submit(id, tasks, tick, ofGrid)));
        }
      }
      case DISPATCH -> {
        if (schedule.dispatches(tick)) {
          send(commands, id -> grid.tell(new GridScheduler.Dispatch(id, tick, ofGrid)));
        }
      }
      case STARTS -> {
        for (int provider : schedule.starting(tick)) {
          boolean passes = schedule.passes(provider, tick);
          send(
              commands,
              id -> provider(provider).tell(new Provider.Start(id, passes, tick, ofProviders)));
        }
      }
    }
  }

  private void send(Commands commands, Consumer<CommandId> command) {
    awaited++;
    commands.send(command);
  }

  private ActorRef<Provider.Command> provider(int number) {
    return actors.owners().ref(number).narrow();
  }

  @Override
  public Optional<Throwable> replied(CommandId id, Object reply, Commands commands) {
    if (reply instanceof Provider.Started started) {
      schedule.started(started.provider(), started.jobs(), now);
    } else if (reply instanceof Provider.Ended ended) {
      schedule.stopped(ended.provider(), ended.stopped(), now);
    } else if (reply instanceof GridScheduler.Queued queued) {
      schedule.nextDispatch(queued.nextDispatch());
    } else if (reply instanceof GridScheduler.Dispatched dispatched) {
      dispatched(dispatched);
    } else if (reply instanceof GridScheduler.Failed failed) {
      return Optional.of(new IllegalStateException(failed.what()));
    } else {
      return Optional.of(
          new IllegalStateException("unexpected reply from an actor: %s".formatted(reply)));
    }
    return Optional.empty();
  }

  private void dispatched(GridScheduler.Dispatched dispatched) {
    schedule.offered(dispatched.offered());
    dispatched.sent().forEach(sent -> schedule.sent(sent.job(), sent.provider(), now));
    dispatched.reserved().forEach(r -> schedule.reserved(r.provider(), r.reservation(), now));
    dispatched.declined().forEach(d -> schedule.declined(d.request(), d.reason(), now));
    schedule.nextDispatch(dispatched.nextDispatch());
    if (step == TwoLevelStep.MOVES && !dispatched.reserved().isEmpty()) {
      schedule.moved(now);
    } else if (step == TwoLevelStep.DISPATCH) {
      progress.cycleTaken(policy, rounds++);
    }
  }

  @Override
  public String awaited() {
    return "%d commands of step %s at tick %d".formatted(awaited, step, now);
  }

  @Override
  public TwoLevelRun tables(String driver, String version) {
    if (!isOver) {
      throw new IllegalStateException("the run is not over");
    }
    var seeds = instance.seeds();
    return schedule.tables(
        TwoLevelReplay.title(policy, seeds, driver, version), seeds.replication());
  }
}
