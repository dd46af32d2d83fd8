package io.metasched.metascheduler.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.broker.AgentBook;
import io.metasched.resource.broker.AgentNode;
import io.metasched.resource.broker.NodeFigures;
import io.metasched.resource.broker.TableLimits;
import io.metasched.resource.broker.Task;
import io.metasched.resource.broker.TaskReservation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Simulated network of brokers and agents that delivers one message at a time. Messages from one
 * sender to one receiver are delivered in order, otherwise in any order. Agents are lost and return
 * with their reservations; brokers stop, and resume from their state.
 */
final class BrokerNetwork {
  final BrokerRules rules;
  final TableLimits limits;
  final List<BrokerCore> brokers = new ArrayList<>();
  final TreeMap<Integer, AgentBook> agents = new TreeMap<>();
  final List<Map<Long, TaskOutcome>> outcomes = new ArrayList<>(); // last outcome of each task
  final Set<Integer> lost = new TreeSet<>();
  long now;

  /** Message, whose delivery may cause further messages. */
  private record Message(
      int broker, int agent, boolean toAgent, Supplier<List<Message>> delivery) {}

  private final List<Message> messages = new ArrayList<>();

  BrokerNetwork(
      int brokerCount, List<List<AgentNode>> nodes, TableLimits limits, BrokerRules rules) {
    this.rules = rules;
    this.limits = limits;
    for (int agent = 0; agent < nodes.size(); agent++) {
      agents.put(agent, new AgentBook(nodes.get(agent), limits));
    }
    for (int broker = 0; broker < brokerCount; broker++) {
      var core = new BrokerCore(rules);
      brokers.add(core);
      outcomes.add(new TreeMap<>());
      agents.keySet().forEach(core::joined);
    }
  }

  void submit(int broker, Task... tasks) {
    assertThat(brokers.get(broker).submit(List.of(tasks))).isEmpty();
    collect(broker);
  }

  /** Sends the requests of a broker, and records the outcomes that it reports. */
  void collect(int broker) {
    var core = brokers.get(broker);
    for (var outcome : core.outcomes()) {
      outcomes.get(broker).put(outcome.task(), outcome);
    }
    for (var command : core.next()) {
      int agent = command.agent();
      messages.add(new Message(broker, agent, true, () -> List.of(carryOut(broker, command))));
    }
  }

  private Message carryOut(int broker, NegotiationCommand command) {
    var book = agents.get(command.agent());
    int agent = command.agent();
    if (command instanceof NegotiationCommand.Offer c) {
      var answer = book.offer(broker, c.round(), c.tasks(), now, now + rules.offerTicks());
      return reply(broker, agent, () -> brokers.get(broker).offered(agent, c.round(), answer));
    } else if (command instanceof NegotiationCommand.Hold c) {
      var answer = book.hold(broker, c.round(), c.tasks(), now, now + rules.holdTicks());
      return reply(broker, agent, () -> brokers.get(broker).held(agent, c.round(), answer));
    } else if (command instanceof NegotiationCommand.Commit c) {
      var answer = book.commit(c.holds(), now);
      return reply(broker, agent, () -> brokers.get(broker).committed(agent, c.round(), answer));
    } else if (command instanceof NegotiationCommand.Release c) {
      book.release(c.holds(), now);
      return reply(broker, agent, () -> brokers.get(broker).released(agent, c.holds()));
    }
    var c = (NegotiationCommand.Cancel) command;
    var refusal = book.cancel(c.user(), c.task(), now);
    return reply(broker, agent, () -> brokers.get(broker).cancelled(agent, c.task(), refusal));
  }

  private Message reply(int broker, int agent, Runnable telling) {
    return new Message(
        broker,
        agent,
        false,
        () -> {
          telling.run();
          collect(broker);
          return List.of();
        });
  }

  boolean hasMessages() {
    return !messages.isEmpty();
  }

  /** Delivers a random message; messages from one sender to one receiver keep their order. */
  void deliver(SplittableRandom random) {
    var drawn = messages.get(random.nextInt(messages.size()));
    for (var message : messages) {
      if (message.broker() == drawn.broker()
          && message.agent() == drawn.agent()
          && message.toAgent() == drawn.toAgent()) {
        messages.remove(message);
        messages.addAll(message.delivery().get());
        return;
      }
    }
  }

  void deliverAll() {
    var first = new SplittableRandom(0);
    while (hasMessages()) {
      deliver(first);
    }
  }

  /** Disconnects an agent; all messages from and to it are lost. */
  void lose(int agent) {
    lost.add(agent);
    messages.removeIf(message -> message.agent() == agent);
    for (int broker = 0; broker < brokers.size(); broker++) {
      brokers.get(broker).lost(agent, now);
      collect(broker);
    }
  }

  /** Reconnects a lost agent with its stored state. */
  void bringBack(int agent) {
    lost.remove(agent);
    var book = agents.get(agent);
    book.restore(List.copyOf(book.reservations()), book.version());
    for (int broker = 0; broker < brokers.size(); broker++) {
      brokers.get(broker).joined(agent);
      collect(broker);
    }
  }

  /** Restarts a broker from its stored state; messages to it are lost. */
  void restart(int broker) {
    messages.removeIf(message -> message.broker() == broker && !message.toAgent());
    var core = new BrokerCore(rules);
    core.restore(brokers.get(broker).state());
    brokers.set(broker, core);
    collect(broker);
  }

  void assertWithinLimits() {
    for (var book : agents.values()) {
      for (NodeFigures node : book.figures().nodes()) {
        assertThat(node.intervals())
            .allMatch(
                each -> each.load() <= limits.mostLoad() && each.tasks() <= limits.mostTasks());
      }
    }
    var seen = new HashSet<Long>();
    brokers.forEach(
        core -> core.placed().keySet().forEach(id -> assertThat(seen.add(id)).isTrue()));
  }

  /**
   * Checks that no two agents reserve the same task. True at any time, unless a lost agent has
   * returned.
   */
  void assertReservedOnce() {
    var seen = new HashSet<Long>();
    for (var book : agents.values()) {
      for (TaskReservation each : book.reservations()) {
        assertThat(!each.isCommitted() || seen.add(each.task().id())).isTrue();
      }
    }
  }

  /**
   * Checks, when no message is in transit, that the agents have committed what the brokers have
   * placed.
   */
  void assertAgreement() {
    var committed = new HashMap<Long, String>();
    agents.forEach(
        (agent, book) -> {
          for (TaskReservation each : book.reservations()) {
            if (each.isCommitted()) {
              var where = "agent %d node %d".formatted(agent, each.node());
              assertThat(committed.put(each.task().id(), where))
                  .as("task %d twice", each.task().id())
                  .isNull();
            }
          }
        });
    var placed = new HashMap<Long, String>();
    for (var core : brokers) {
      assertThat(core.waiting()).isEmpty();
      for (var each : core.placed().values()) {
        placed.put(each.task().id(), "agent %d node %d".formatted(each.agent(), each.node()));
      }
    }
    assertThat(placed).isEqualTo(committed);
  }
}
