package io.metasched.simulation.system.broker.model;

import io.metasched.metascheduler.broker.BrokerInput;
import io.metasched.metascheduler.broker.BrokerReaction;
import io.metasched.metascheduler.broker.NegotiationCommand;
import io.metasched.simulation.kernel.Due;
import io.metasched.simulation.kernel.EventQueue;
import io.metasched.simulation.system.broker.BrokerInstance;
import io.metasched.simulation.system.broker.model.BrokerStep.Kind;
import io.metasched.simulation.system.broker.rows.BrokerFacts;
import io.metasched.simulation.system.broker.rows.BrokerRun;
import io.metasched.simulation.system.broker.rows.LinkRow.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Event schedule and record of a run: arrivals of tasks, losses of agents, messages in transit, and
 * the rows of all events. Makes no decisions; the engine and the actors share it. Confined to one
 * thread.
 */
public final class BrokerSchedule {
  /** Message in transit, and its answer. */
  private static final class Letter {
    private final NegotiationCommand command;
    private int lossesWhenDelivered;
    private Optional<BrokerInput> answer = Optional.empty();

    Letter(NegotiationCommand command) {
      this.command = command;
    }
  }

  private final BrokerInstance instance;
  private final EventQueue<Due<BrokerStep>> events = new EventQueue<>();
  private final Network network;
  private final RunRecorder recorder;
  private final List<Letter> letters = new ArrayList<>();
  private int taken;

  /** Creates the schedule of a new run, in which all brokers use all agents. */
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

  /**
   * Adds the events of a loss. A broker is notified of a return after it is notified of the loss.
   */
  private void addLoss(AgentLoss loss) {
    int agent = loss.agent();
    long notice = instance.setting().noticeTicks();
    boolean returns = loss.backTick() != AgentLoss.NEVER;
    add(loss.lostTick(), new BrokerStep(Kind.LOST, 0, agent, 0), agent);
    if (returns) {
      add(loss.backTick(), new BrokerStep(Kind.BACK, 0, agent, 0), agent);
    }
    for (int broker = 0; broker < instance.setting().brokers(); broker++) {
      add(loss.lostTick() + notice, new BrokerStep(Kind.LOSS_NOTICED, broker, agent, 0), agent);
      if (returns) {
        add(loss.backTick() + notice, new BrokerStep(Kind.RETURN_NOTICED, broker, agent, 0), agent);
      }
    }
  }

  /** Returns the next step; empty at the end of the run. */
  public Optional<Due<BrokerStep>> next() {
    return events.peek();
  }

  /** Removes and returns the next step, which the caller must perform. */
  public NumberedStep take() {
    var due = events.next().event();
    return new NumberedStep(++taken, due.tick(), due.step());
  }

  /** Returns the number of steps taken. */
  public int taken() {
    return taken;
  }

  /** Returns the number of tasks that have an outcome. */
  public int decided() {
    return recorder.decided();
  }

  /** Marks an agent as lost or returned. The step itself does not notify brokers. */
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

  /**
   * Returns the command of an {@code ASK} for its agent; empty if the message does not reach the
   * agent.
   */
  public Optional<NegotiationCommand> command(NumberedStep taken) {
    var step = taken.step();
    var letter = letters.get(step.at());
    if (network.isOpen(step.broker(), step.agent())) {
      return Optional.of(letter.command);
    }
    recorder.undelivered(step.at(), letter.command);
    return Optional.empty();
  }

  /** Records an agent's answer to an {@code ASK}. */
  public void answered(NumberedStep taken, BrokerInput answer) {
    var step = taken.step();
    var letter = letters.get(step.at());
    letter.answer = Optional.of(answer);
    letter.lossesWhenDelivered = network.losses(step.agent());
    recorder.delivered(taken, letter.command, answer);
    long arrival = network.arrival(step.broker(), step.agent(), false, taken.tick());
    add(arrival, new BrokerStep(Kind.ANSWER, step.broker(), step.agent(), step.at()), 0);
  }

  /**
   * Returns the input of a step for its broker; empty for an answer that is lost with its agent.
   */
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
      case LOSS_NOTICED -> {
        recorder.change(taken, step.broker(), Change.LOST);
        yield Optional.of(new BrokerInput.Lost(step.agent()));
      }
      case RETURN_NOTICED -> {
        network.connect(step.broker(), step.agent());
        recorder.change(taken, step.broker(), Change.BACK);
        yield Optional.of(new BrokerInput.Joined(step.agent()));
      }
      case ANSWER -> answer(taken);
      case LOST, BACK, ASK ->
          throw new IllegalStateException("no broker receives input of " + step);
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
    recorder.received(taken);
    return Optional.of(Objects.requireNonNull(answer).orElseThrow());
  }

  /** Records the reaction of a broker to a step, and sends the broker's commands. */
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
   * Returns the tables of the run.
   *
   * @throws IllegalStateException before the end of the run
   */
  public BrokerRun tables(BrokerFacts facts) {
    if (next().isPresent()) {
      throw new IllegalStateException("the run is not over");
    }
    return recorder.tables(facts);
  }
}
