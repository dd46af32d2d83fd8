package io.metasched.simulation.system.broker;

import io.metasched.metascheduler.broker.AgentCommand;
import io.metasched.metascheduler.broker.BrokerInput;
import io.metasched.metascheduler.broker.BrokerReaction;
import io.metasched.simulation.kernel.Due;
import io.metasched.simulation.kernel.EventQueue;
import io.metasched.simulation.system.broker.BrokerStep.Kind;
import io.metasched.simulation.system.broker.LinkRow.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What is to happen when, and what came of it: tasks that arrive, agents that are lost, messages on
 * their way, and the rows of all. Decides nothing itself; the engine and the actors share it.
 * Confined to one thread.
 */
public final class BrokerSchedule {
  /** A message on its way, and back. */
  private static final class Letter {
    private final AgentCommand command;
    private int lossesWhenDelivered;
    private Optional<BrokerInput> answer = Optional.empty();

    Letter(AgentCommand command) {
      this.command = command;
    }
  }

  private final BrokerInstance instance;
  private final EventQueue<Due<BrokerStep>> events = new EventQueue<>();
  private final Network network;
  private final RunRecorder recorder;
  private final List<Letter> letters = new ArrayList<>();
  private int taken;

  /** The schedule of a run that is to begin, in which all brokers use all agents. */
  public BrokerSchedule(BrokerInstance instance) {
    this.instance = instance;
    network = new Network(instance.setting(), instance.agents().size(), instance.seeds());
    recorder = new RunRecorder(instance);
    for (int at = 0; at < instance.batches().size(); at++) {
      var batch = instance.batches().get(at);
      add(batch.tick(), new BrokerStep(Kind.SUBMIT, batch.broker(), 0, at), batch.broker());
    }
    for (int at = 0; at < instance.cancellations().size(); at++) {
      var wish = instance.cancellations().get(at);
      add(wish.tick(), new BrokerStep(Kind.CANCEL, wish.broker(), 0, at), wish.task());
    }
    instance.losses().forEach(this::addLoss);
  }

  private void add(long tick, BrokerStep step, long entity) {
    events.add(tick, step.kind().phase(), entity, new Due<>(tick, step));
  }

  /** A broker hears of a return after it has heard of the loss. */
  private void addLoss(AgentLoss loss) {
    int agent = loss.agent();
    long notice = instance.setting().noticeTicks();
    boolean returns = loss.backTick() != AgentLoss.NEVER;
    add(loss.lostTick(), new BrokerStep(Kind.LOST, 0, agent, 0), agent);
    if (returns) {
      add(loss.backTick(), new BrokerStep(Kind.BACK, 0, agent, 0), agent);
    }
    for (int broker = 0; broker < instance.setting().brokers(); broker++) {
      add(loss.lostTick() + notice, new BrokerStep(Kind.LOSS_HEARD, broker, agent, 0), agent);
      if (returns) {
        add(loss.backTick() + notice, new BrokerStep(Kind.RETURN_HEARD, broker, agent, 0), agent);
      }
    }
  }

  /** The next step; empty when all is over. */
  public Optional<Due<BrokerStep>> next() {
    return events.peek();
  }

  /** Takes the next step, which is to be performed. */
  public NumberedStep take() {
    var due = events.next().event();
    return new NumberedStep(++taken, due.tick(), due.step());
  }

  /** How many steps have been taken. */
  public int taken() {
    return taken;
  }

  /** How many tasks have an outcome by now. */
  public int decided() {
    return recorder.decided();
  }

  /** An agent is lost or comes back; nobody is told by the step itself. */
  public void change(NumberedStep taken) {
    int agent = taken.step().agent();
    boolean isLost = taken.step().kind() == Kind.LOST;
    if (isLost) {
      network.lost(agent);
    } else {
      network.back(agent);
    }
    recorder.change(taken, RunRecorder.NOBODY, isLost ? Change.LOST : Change.BACK);
  }

  /** What the agent of an {@code ASK} is asked; empty where the message does not reach it. */
  public Optional<AgentCommand> command(NumberedStep taken) {
    var step = taken.step();
    var letter = letters.get(step.at());
    if (network.isOpen(step.broker(), step.agent())) {
      return Optional.of(letter.command);
    }
    recorder.undelivered(step.at(), letter.command);
    return Optional.empty();
  }

  /** The agent of an {@code ASK} has answered. */
  public void answered(NumberedStep taken, BrokerInput answer) {
    var step = taken.step();
    var letter = letters.get(step.at());
    letter.answer = Optional.of(answer);
    letter.lossesWhenDelivered = network.losses(step.agent());
    recorder.delivered(taken, letter.command, answer);
    long arrival = network.arrival(step.broker(), step.agent(), false, taken.tick());
    add(arrival, new BrokerStep(Kind.ANSWER, step.broker(), step.agent(), step.at()), 0);
  }

  /** What the broker of a step is told; empty for an answer that is lost with its agent. */
  public Optional<BrokerInput> input(NumberedStep taken) {
    var step = taken.step();
    return switch (step.kind()) {
      case SUBMIT -> {
        var batch = instance.batches().get(step.at());
        recorder.submitted(taken, batch);
        yield Optional.of(new BrokerInput.Submitted(batch.tasks()));
      }
      case CANCEL -> {
        var wish = instance.cancellations().get(step.at());
        recorder.asked(taken, wish);
        yield Optional.of(new BrokerInput.CancelWanted(wish.user(), wish.task()));
      }
      case LOSS_HEARD -> {
        recorder.change(taken, step.broker(), Change.LOST);
        yield Optional.of(new BrokerInput.Lost(step.agent()));
      }
      case RETURN_HEARD -> {
        network.connect(step.broker(), step.agent());
        recorder.change(taken, step.broker(), Change.BACK);
        yield Optional.of(new BrokerInput.Joined(step.agent()));
      }
      case ANSWER -> answer(taken);
      case LOST, BACK, ASK -> throw new IllegalStateException("no broker is told by " + step);
    };
  }

  private Optional<BrokerInput> answer(NumberedStep taken) {
    var step = taken.step();
    var letter = letters.get(step.at());
    var answer = letter.answer;
    letter.answer = Optional.empty();
    if (network.losses(step.agent()) != letter.lossesWhenDelivered) {
      return Optional.empty();
    }
    recorder.heard(taken);
    return Optional.of(Objects.requireNonNull(answer).orElseThrow());
  }

  /** The broker of a step has reacted to what it was told. */
  public void reacted(NumberedStep taken, BrokerReaction reaction) {
    recorder.reacted(taken, reaction);
    int broker = taken.step().broker();
    for (var command : reaction.commands()) {
      int at = letters.size();
      letters.add(new Letter(command));
      recorder.sent(taken, broker, command);
      long arrival = network.arrival(broker, command.agent(), true, taken.tick());
      add(arrival, new BrokerStep(Kind.ASK, broker, command.agent(), at), 0);
    }
  }

  /**
   * The run.
   *
   * @throws IllegalStateException before it is over
   */
  public BrokerRun tables(BrokerFacts facts) {
    if (next().isPresent()) {
      throw new IllegalStateException("the run is not over");
    }
    return recorder.tables(facts);
  }
}
