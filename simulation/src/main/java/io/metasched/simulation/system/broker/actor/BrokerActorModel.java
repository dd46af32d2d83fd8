package io.metasched.simulation.system.broker.actor;

import akka.actor.typed.ActorRef;
import io.metasched.metascheduler.broker.BrokerInput;
import io.metasched.metascheduler.broker.NegotiationCommand;
import io.metasched.resource.broker.actor.Agent;
import io.metasched.resource.owner.CommandId;
import io.metasched.simulation.driver.ActorModel;
import io.metasched.simulation.driver.Replies;
import io.metasched.simulation.driver.RunActors;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.system.broker.BrokerInstance;
import io.metasched.simulation.system.broker.model.BrokerSchedule;
import io.metasched.simulation.system.broker.model.NumberedStep;
import io.metasched.simulation.system.broker.rows.BrokerRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Model of a run of brokers and agents for the clock: it delivers each message at its due tick.
 * Messages that arrive at one tick at different actors are handled concurrently. Their effects are
 * applied in the order of the steps, so that no result depends on the speed of an actor.
 */
final class BrokerActorModel implements ActorModel<BrokerRun> {
  private static final int STEPS_PER_REPORT = 64;

  /** Step in progress, with the actor's reply. */
  private static final class Open {
    private final NumberedStep taken;
    private final Optional<NegotiationCommand> command;
    private Optional<Object> reply = Optional.empty();

    Open(NumberedStep taken, Optional<NegotiationCommand> command) {
      this.taken = taken;
      this.command = command;
    }
  }

  private final BrokerInstance instance;
  private final String policy;
  private final Progress progress;
  private final BrokerSchedule schedule;
  private final List<ActorRef<Agent.Command>> agents = new ArrayList<>();
  private final List<ActorRef<RelayedBroker.Command>> brokers = new ArrayList<>();
  private final ActorRef<Agent.Reply> ofAgents;
  private final ActorRef<RelayedBroker.Reply> ofBrokers;
  private final TreeMap<Long, Open> open = new TreeMap<>(); // by number of the clock's command
  private int clock; // the clock as an issuer of commands
  private int reported;

  BrokerActorModel(
      BrokerInstance instance,
      String policy,
      RunActors actors,
      Replies replies,
      Progress progress) {
    this.instance = instance;
    this.policy = policy;
    this.progress = progress;
    schedule = new BrokerSchedule(instance);
    for (int agent = 0; agent < instance.agents().size(); agent++) {
      agents.add(actors.owners().ref(agent).narrow());
    }
    for (int broker = 0; broker < instance.setting().brokers(); broker++) {
      brokers.add(Objects.requireNonNull(actors.schedulers().get(broker)).narrow());
    }
    // agents identify a broker by the issuer of its commands, the clock identifies commands by
    // number
    ofAgents = replies.of(Agent.Reply.class, reply -> new CommandId(clock, reply.id().number()));
    ofBrokers = replies.of(RelayedBroker.Reply.class, RelayedBroker.Reply::id);
  }

  @Override
  public void advance(Commands commands) {
    finish();
    while (open.isEmpty() && schedule.next().isPresent()) {
      begin(schedule.take(), commands);
      while (mayBeginAnother()) {
        begin(schedule.take(), commands);
      }
    }
    report();
  }

  /**
   * Returns whether the next step is a message of the same tick to an actor without a step in
   * progress.
   */
  private boolean mayBeginAnother() {
    var next = schedule.next();
    return !open.isEmpty()
        && next.isPresent()
        && next.get().step().isMessage()
        && open.values().stream()
            .allMatch(
                each ->
                    each.taken.step().isMessage()
                        && each.taken.tick() == next.get().tick()
                        && !each.taken.step().hasReceiverOf(next.get().step()));
  }

  private void begin(NumberedStep taken, Commands commands) {
    switch (taken.step().kind()) {
      case LOST, BACK -> schedule.change(taken);
      case ASK -> schedule.command(taken).ifPresent(command -> ask(taken, command, commands));
      case LOSS_NOTICED, RETURN_NOTICED, CANCEL, SUBMIT, ANSWER ->
          schedule.input(taken).ifPresent(input -> tell(taken, input, commands));
    }
  }

  private void tell(NumberedStep taken, BrokerInput input, Commands commands) {
    var broker = brokers.get(taken.step().broker());
    var id =
        commands.send(
            next -> broker.tell(new RelayedBroker.Tell(next, input, taken.tick(), ofBrokers)));
    open.put(id.number(), new Open(taken, Optional.empty()));
  }

  private void ask(NumberedStep taken, NegotiationCommand command, Commands commands) {
    var agent = agents.get(command.agent());
    int broker = taken.step().broker();
    var id =
        commands.send(
            next -> {
              clock = next.issuer();
              agent.tell(message(new CommandId(broker, next.number()), command, taken.tick()));
            });
    open.put(id.number(), new Open(taken, Optional.of(command)));
  }

  private Agent.Command message(CommandId id, NegotiationCommand command, long now) {
    var rules = instance.setting().rules();
    if (command instanceof NegotiationCommand.Offer c) {
      return new Agent.Offer(id, c.round(), c.tasks(), now, now + rules.offerTicks(), ofAgents);
    } else if (command instanceof NegotiationCommand.Hold c) {
      return new Agent.Hold(id, c.round(), c.tasks(), now, now + rules.holdTicks(), ofAgents);
    } else if (command instanceof NegotiationCommand.Commit c) {
      return new Agent.Commit(id, c.holds(), now, ofAgents);
    } else if (command instanceof NegotiationCommand.Release c) {
      return new Agent.Release(id, c.holds(), now, ofAgents);
    }
    var c = (NegotiationCommand.Cancel) command;
    return new Agent.Cancel(id, c.user(), c.task(), now, ofAgents);
  }

  @Override
  public Optional<Throwable> replied(CommandId id, Object reply, Commands commands) {
    boolean isAnswer =
        reply instanceof RelayedBroker.Told
            || (reply instanceof Agent.Reply && !(reply instanceof Agent.Rejected));
    if (!isAnswer) {
      return Optional.of(
          new IllegalStateException("unexpected reply from an actor: %s".formatted(reply)));
    }
    Objects.requireNonNull(open.get(id.number())).reply = Optional.of(reply);
    return Optional.empty();
  }

  /** Applies the effects of the steps in progress, all of which have their replies. */
  private void finish() {
    for (var each : open.values()) {
      var reply = each.reply.orElseThrow();
      if (reply instanceof RelayedBroker.Told told) {
        schedule.reacted(each.taken, told.reaction());
      } else {
        schedule.answered(each.taken, input(each.command.orElseThrow(), (Agent.Reply) reply));
      }
    }
    open.clear();
  }

  private static BrokerInput input(NegotiationCommand command, Agent.Reply reply) {
    int agent = command.agent();
    if (reply instanceof Agent.Offered r) {
      return new BrokerInput.Offered(agent, r.round(), r.answer());
    } else if (reply instanceof Agent.Held r) {
      return new BrokerInput.Held(agent, r.round(), r.answer());
    } else if (reply instanceof Agent.Committed r) {
      return new BrokerInput.Committed(
          agent, ((NegotiationCommand.Commit) command).round(), r.answer());
    } else if (reply instanceof Agent.Released) {
      return new BrokerInput.Released(agent, ((NegotiationCommand.Release) command).holds());
    } else if (reply instanceof Agent.Cancelled r) {
      return new BrokerInput.Cancelled(
          agent, ((NegotiationCommand.Cancel) command).task(), r.refusal());
    }
    throw new IllegalStateException("an agent replied %s to %s".formatted(reply, command));
  }

  private void report() {
    if (schedule.taken() / STEPS_PER_REPORT > reported) {
      reported = schedule.taken() / STEPS_PER_REPORT;
      progress.advanced(policy, schedule.decided(), instance.tasks());
      progress.cycleTaken(policy, reported);
    }
  }

  @Override
  public String awaited() {
    return "the answers to %s"
        .formatted(open.values().stream().map(each -> each.taken.step()).toList());
  }

  @Override
  public BrokerRun tables(String driver, String version) {
    return schedule.tables(instance.facts(policy, driver, version));
  }
}
