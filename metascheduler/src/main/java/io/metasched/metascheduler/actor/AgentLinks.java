package io.metasched.metascheduler.actor;

import akka.actor.typed.ActorRef;
import io.metasched.metascheduler.broker.AgentCommand;
import io.metasched.metascheduler.broker.BrokerRules;
import io.metasched.resource.actor.Agent;
import io.metasched.resource.owner.CommandId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The agents of a broker, and what they were asked and have not answered. */
final class AgentLinks {
  /** Each incarnation of a broker has so many numbers for its commands and rounds. */
  static final long NUMBERS = 1L << 32;

  private static final int MOST_LATE = 1000; // holds that may still be answered

  private record Asked(AgentCommand command, Agent.Command message) {}

  private final int number;
  private final BrokerRules rules;
  private final ActorRef<Agent.Reply> answers;
  private final TreeMap<Integer, ActorRef<Agent.Command>> refs = new TreeMap<>();
  private final TreeMap<CommandId, Asked> asked = new TreeMap<>();
  private long given;

  /**
   * @param number of the broker
   * @param answers where agents are to answer
   */
  AgentLinks(int number, BrokerRules rules, ActorRef<Agent.Reply> answers) {
    this.number = number;
    this.rules = rules;
    this.answers = answers;
  }

  /** Numbers commands as a later incarnation: agents remember what earlier ones have asked. */
  void restore(long incarnation) {
    given = incarnation * NUMBERS;
  }

  void connect(int agent, ActorRef<Agent.Command> ref) {
    refs.put(agent, ref);
  }

  boolean isConnected(int agent, ActorRef<Agent.Command> ref) {
    return ref.equals(refs.get(agent));
  }

  List<Integer> ids() {
    return List.copyOf(refs.keySet());
  }

  /** Nothing is expected of an agent any more. */
  void lose(int agent) {
    refs.remove(agent);
    asked.values().removeIf(each -> each.command().agent() == agent);
  }

  /** Asks an agent, unless it was lost meanwhile. */
  void ask(AgentCommand command, long now) {
    var ref = refs.get(command.agent());
    if (ref == null) {
      return;
    }
    var id = new CommandId(number, given++);
    var message = message(id, command, now);
    asked.put(id, new Asked(command, message));
    ref.tell(message);
  }

  private Agent.Command message(CommandId id, AgentCommand command, long now) {
    if (command instanceof AgentCommand.Offer c) {
      return new Agent.Offer(id, c.round(), c.tasks(), now, now + rules.offerTicks(), answers);
    } else if (command instanceof AgentCommand.Hold c) {
      return new Agent.Hold(id, c.round(), c.tasks(), now, now + rules.holdTicks(), answers);
    } else if (command instanceof AgentCommand.Commit c) {
      return new Agent.Commit(id, c.holds(), now, answers);
    } else if (command instanceof AgentCommand.Release c) {
      return new Agent.Release(id, c.holds(), now, answers);
    }
    var c = (AgentCommand.Cancel) command;
    return new Agent.Cancel(id, c.user(), c.task(), now, answers);
  }

  /**
   * The agents that have not answered are left out of a round: late offers are of no use, but what
   * is held too late is to be given up, unless it is so old that it has lapsed.
   */
  void leaveOut() {
    asked.values().removeIf(each -> each.command() instanceof AgentCommand.Offer);
    var holds =
        asked.entrySet().stream()
            .filter(each -> each.getValue().command() instanceof AgentCommand.Hold)
            .map(Map.Entry::getKey)
            .toList();
    holds.stream().limit(Math.max(0, holds.size() - MOST_LATE)).forEach(asked::remove);
  }

  /** What was asked under an id, once; empty for an answer that is not awaited. */
  Optional<AgentCommand> answered(CommandId id) {
    return Optional.ofNullable(asked.remove(id)).map(Asked::command);
  }

  /** Repeats what is not answered, in the order in which it was asked. */
  void askAgain() {
    for (var each : asked.values()) {
      Optional.ofNullable(refs.get(each.command().agent()))
          .ifPresent(ref -> ref.tell(each.message()));
    }
  }
}
