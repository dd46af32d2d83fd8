package io.metasched.metascheduler.broker.actor;

import akka.actor.typed.ActorRef;
import io.metasched.metascheduler.broker.BrokerCore;
import io.metasched.metascheduler.broker.BrokerRules;
import io.metasched.metascheduler.broker.NegotiationCommand;
import io.metasched.resource.broker.actor.Agent;
import io.metasched.resource.owner.CommandId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Agents of a broker, with the commands that they have not answered. */
final class AgentLinks {
  /** Number range of the commands and rounds of each incarnation of a broker. */
  static final long NUMBERS = 1L << 32;

  private static final int MOST_LATE = 1000; // holds that may still be answered

  private record Asked(NegotiationCommand command, Agent.Command message) {}

  private final int number;
  private final BrokerRules rules;
  private final ActorRef<Agent.Reply> answers;
  private final TreeMap<Integer, ActorRef<Agent.Command>> refs = new TreeMap<>();
  private final TreeMap<CommandId, Asked> asked = new TreeMap<>();
  private long given;
  private int offersAsked; // number of offers without an answer
  private long askedAt;

  /**
   * @param number number of the broker
   * @param answers receiver of the agents' replies
   */
  AgentLinks(int number, BrokerRules rules, ActorRef<Agent.Reply> answers) {
    this.number = number;
    this.rules = rules;
    this.answers = answers;
  }

  /**
   * Continues with the numbers of a later incarnation, because agents remember the commands of
   * earlier incarnations.
   */
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

  /** Removes an agent, whose answers are no longer expected. */
  void lose(int agent) {
    refs.remove(agent);
    asked.values().removeIf(each -> each.command().agent() == agent);
    offersAsked = (int) asked.values().stream().filter(AgentLinks::isOffer).count();
  }

  private static boolean isOffer(Asked each) {
    return each.command() instanceof NegotiationCommand.Offer;
  }

  /** Sends a command to an agent, unless the agent is lost. */
  void ask(NegotiationCommand command, long now) {
    var ref = refs.get(command.agent());
    if (ref == null) {
      return;
    }
    var id = new CommandId(number, given++);
    var message = message(id, command, now);
    asked.put(id, new Asked(command, message));
    if (command instanceof NegotiationCommand.Offer) {
      askedAt = offersAsked == 0 ? now : askedAt;
      offersAsked++;
    }
    ref.tell(message);
  }

  private Agent.Command message(CommandId id, NegotiationCommand command, long now) {
    if (command instanceof NegotiationCommand.Offer c) {
      return new Agent.Offer(id, c.round(), c.tasks(), now, now + rules.offerTicks(), answers);
    } else if (command instanceof NegotiationCommand.Hold c) {
      return new Agent.Hold(id, c.round(), c.tasks(), now, now + rules.holdTicks(), answers);
    } else if (command instanceof NegotiationCommand.Commit c) {
      return new Agent.Commit(id, c.holds(), now, answers);
    } else if (command instanceof NegotiationCommand.Release c) {
      return new Agent.Release(id, c.holds(), now, answers);
    }
    var c = (NegotiationCommand.Cancel) command;
    return new Agent.Cancel(id, c.user(), c.task(), now, answers);
  }

  /**
   * Excludes the agents that have not answered from a round. Late offers are useless, but late
   * holds must be released, unless they have expired.
   */
  void exclude() {
    asked.values().removeIf(AgentLinks::isOffer);
    offersAsked = 0;
    var holds =
        asked.entrySet().stream()
            .filter(each -> each.getValue().command() instanceof NegotiationCommand.Hold)
            .map(Map.Entry::getKey)
            .toList();
    holds.stream().limit(Math.max(0, holds.size() - MOST_LATE)).forEach(asked::remove);
  }

  /**
   * Returns and removes the command with the id of an answer; empty if the answer is not expected.
   */
  Optional<NegotiationCommand> answered(CommandId id) {
    var answered = Optional.ofNullable(asked.remove(id));
    offersAsked -= answered.filter(AgentLinks::isOffer).isPresent() ? 1 : 0;
    return answered.map(Asked::command);
  }

  /**
   * Passes the answer of an agent to a core.
   *
   * @return whether the reply answers the command
   */
  static boolean tell(BrokerCore core, NegotiationCommand asked, Agent.Reply reply) {
    int agent = asked.agent();
    if (reply instanceof Agent.Offered offered) {
      core.offered(agent, offered.round(), offered.answer());
    } else if (reply instanceof Agent.Held held) {
      core.held(agent, held.round(), held.answer());
    } else if (reply instanceof Agent.Committed committed) {
      core.committed(agent, ((NegotiationCommand.Commit) asked).round(), committed.answer());
    } else if (reply instanceof Agent.Released) {
      core.released(agent, ((NegotiationCommand.Release) asked).holds());
    } else if (reply instanceof Agent.Cancelled cancelled) {
      core.cancelled(agent, ((NegotiationCommand.Cancel) asked).task(), cancelled.refusal());
    } else {
      return false;
    }
    return true;
  }

  /** Returns whether the answered offer was the last awaited one. */
  boolean areOffersAnswered(NegotiationCommand answered) {
    return answered instanceof NegotiationCommand.Offer && offersAsked == 0;
  }

  /** Returns the tick of the first request for offers in the last round. */
  long offersAskedAt() {
    return askedAt;
  }

  /** Repeats the commands without an answer, in the order in which they were sent. */
  void askAgain() {
    for (var each : asked.values()) {
      Optional.ofNullable(refs.get(each.command().agent()))
          .ifPresent(ref -> ref.tell(each.message()));
    }
  }
}
