package io.metasched.resource.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.metasched.resource.actor.DomainOperation.Addressed;
import io.metasched.resource.actor.DomainOperation.Answer;
import io.metasched.resource.actor.DomainOperation.Ask;
import io.metasched.resource.actor.DomainOperation.Conclude;
import io.metasched.resource.actor.DomainOperation.Step;
import io.metasched.resource.actor.journal.EventLog;
import io.metasched.resource.config.DomainSettings;
import io.metasched.resource.fanout.NodeSlot;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.NodeLocks;
import io.metasched.resource.owner.Refusal;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Executor of operations. The executor accepts each command once, queues it for the owners that the
 * command needs, and sends the reply when all rounds are over and the changes are written. Part of
 * the domain's actor, and confined to it.
 */
final class OperationExecutor {
  private final int domain;
  private final SortedMap<Integer, ActorRef<NodeOwner.Command>> owners; // without terminated owners
  private final Set<Integer> nodes;
  private final ActorRef<NodeOwner.Reply> answers;
  private final OfferCache offers;
  private final int mostInFlight;
  private final EventLog eventLog;
  private final PlanningSessions sessions;
  private final DomainReplies replyCache;
  private final NodeLocks<DomainOperation> locks;
  private final TreeMap<CommandId, DomainOperation> inFlight = new TreeMap<>();
  private final TreeMap<CommandId, DomainOperation> rounds = new TreeMap<>();
  private final ArrayDeque<DomainOperation> ready = new ArrayDeque<>();
  private long roundsAsked;

  /**
   * @param domain the domain, which sends commands to the owners
   * @param answers receiver of the owners' replies
   * @param offers cache that is notified of each command to an owner
   * @param eventLog log of the results of commands
   * @param sessions sessions that are notified of each reply
   */
  OperationExecutor(
      int domain,
      SortedMap<Integer, ActorRef<NodeOwner.Command>> owners,
      ActorRef<NodeOwner.Reply> answers,
      OfferCache offers,
      DomainSettings settings,
      EventLog eventLog,
      PlanningSessions sessions) {
    this.domain = domain;
    this.owners = owners;
    this.answers = answers;
    this.offers = offers;
    this.eventLog = eventLog;
    this.sessions = sessions;
    nodes = new LinkedHashSet<>(owners.keySet());
    mostInFlight = settings.mostCommandsInFlight();
    replyCache = new DomainReplies(settings);
    locks = new NodeLocks<>(nodes);
  }

  /** Returns the nodes of the owners given at creation, by id. */
  List<Integer> nodes() {
    return List.copyOf(nodes);
  }

  boolean hasTerminated(int node) {
    return !owners.containsKey(node);
  }

  /**
   * Executes a command, unless the command is repeated or rejected.
   *
   * @param needed the nodes that the command involves
   * @param first supplier of the first step, called when the operation has its nodes
   */
  Behavior<Domain.Command> take(Domain.Request c, List<Integer> needed, Supplier<Step> first) {
    var operation = new DomainOperation(c, needed, first);
    if (accepts(operation, Optional::empty)) {
      start(operation);
    }
    return Behaviors.same();
  }

  /**
   * Returns whether the operation is new and acceptable. Otherwise, the issuer has been answered,
   * or will be answered together with the command in flight.
   */
  boolean accepts(DomainOperation operation, Supplier<Optional<Rejection>> objection) {
    var id = operation.id();
    var answer = replyCache.of(id);
    var same = inFlight.get(id);
    if (same != null) {
      same.repeatedBy(operation.replyTo());
      return false;
    }
    if (answer.isEmpty()) {
      answer = rejection(operation).or(objection).map(reason -> new Domain.Rejected(id, reason));
    }
    answer.ifPresent(operation.replyTo()::tell);
    return answer.isEmpty();
  }

  private Optional<Rejection> rejection(DomainOperation operation) {
    if (replyCache.isTooOld(operation.id())) {
      return Optional.of(Rejection.TOO_OLD);
    }
    if (!nodes.containsAll(operation.nodes())) {
      return Optional.of(Rejection.UNKNOWN_NODE);
    }
    return inFlight.size() >= mostInFlight
        ? Optional.of(Rejection.TOO_MANY_REQUESTS)
        : Optional.empty();
  }

  /** Starts an operation that was accepted. */
  void start(DomainOperation operation) {
    inFlight.put(operation.id(), operation);
    if (locks.enter(operation, operation.nodes())) {
      ready.add(operation);
    }
    runReady();
  }

  /** Restores the cached replies of a snapshot. */
  void restore(DomainEvent.Snapshot from) {
    replyCache.restore(from);
  }

  /** Receives a reply of an owner; a reply that is no longer expected changes nothing. */
  void answered(NodeOwner.Reply reply) {
    var operation = rounds.get(reply.id());
    if (operation != null && reply instanceof NodeOwner.Changed changed) {
      operation.changed(changed);
      return;
    } else if (operation != null) {
      operation.collector().put(reply.node(), reply);
      proceedWhenComplete(reply.id(), operation);
    }
    runReady();
  }

  /** Marks the owner of the node as terminated, so that no reply is expected. */
  void terminated(int node) {
    owners.remove(node);
    offers.terminated(node);
    for (var round : List.copyOf(rounds.keySet())) {
      var operation = rounds.get(round);
      if (operation != null && operation.collector().awaits(node)) {
        operation.collector().put(node, terminatedReply(round, node));
        proceedWhenComplete(round, operation);
      }
    }
    runReady();
  }

  private void proceedWhenComplete(CommandId round, DomainOperation operation) {
    if (operation.collector().isComplete()) {
      rounds.remove(round);
      ready.add(operation);
    }
  }

  /** Runs the next steps of all operations that need not wait. */
  private void runReady() {
    while (!ready.isEmpty()) {
      var operation = ready.remove();
      var step = operation.next();
      if (step instanceof Ask ask) {
        ask(operation, ask);
      } else if (step instanceof Conclude conclude) {
        conclude(operation, conclude.reply());
      } else if (step instanceof Answer answer) {
        ready.addAll(locks.leave(operation.nodes()));
        answer.reply().accept(reply -> answer(operation, reply));
      }
    }
  }

  private void ask(DomainOperation operation, Ask ask) {
    var round = new CommandId(domain, roundsAsked++);
    var collector = operation.asks(ask);
    rounds.put(round, operation);
    for (Addressed addressed : ask.orders()) {
      int node = addressed.node();
      var owner = owners.get(node);
      if (owner == null) {
        collector.put(node, terminatedReply(round, node));
      } else {
        var command = addressed.order().as(round, answers);
        offers.given(node, command);
        owner.tell(command);
      }
    }
    proceedWhenComplete(round, operation);
  }

  /**
   * Concludes an operation. The operation stays in flight until its changes are written; later
   * operations need not wait.
   */
  private void conclude(DomainOperation operation, Domain.Reply reply) {
    ready.addAll(locks.leave(operation.nodes()));
    if (eventLog.isJournaled()) {
      write(operation, reply, () -> answer(operation, reply));
    } else {
      answer(operation, reply);
    }
  }

  /** Writes the changes; {@code then} runs after they are written. */
  private void write(DomainOperation operation, Domain.Reply reply, Runnable then) {
    var changes = operation.changes();
    if (reply instanceof PlanningSessions.SessionOpened opened) {
      long until = ((PlanningSessions.OpenSession) operation.command()).horizon().end();
      var slots = opened.hasAll() ? List.<NodeSlot>of() : sessions.slots(opened.id());
      eventLog.append(new DomainEvent.SessionOpened(opened, until, slots, changes), then);
    } else {
      eventLog.append(new DomainEvent.RequestAnswered(reply, changes), then);
    }
  }

  private void answer(DomainOperation operation, Domain.Reply reply) {
    operation.replyTo().tell(reply);
    inFlight.remove(operation.id());
    replyCache.add(reply);
    sessions.settle(operation.id());
  }

  private static NodeOwner.Reply terminatedReply(CommandId round, int node) {
    return new NodeOwner.Refused(round, node, Refusal.OWNER_LOST);
  }
}
