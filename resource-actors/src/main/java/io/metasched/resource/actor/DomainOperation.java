package io.metasched.resource.actor;

import akka.actor.typed.ActorRef;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.ReplyCollector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A command on its way through a domain: rounds of commands to the owners, each round asked at
 * once, and one answer at the end.
 */
final class DomainOperation {

  /** A command to an owner, still without id and address. */
  @FunctionalInterface
  interface Order {
    NodeOwner.Command as(CommandId id, ActorRef<NodeOwner.Reply> replyTo);
  }

  /** An order for one node. */
  record Addressed(int node, Order order) {}

  /** What comes next. */
  sealed interface Step {}

  /** Orders to distinct nodes, and what to make of the answers, which come in the same order. */
  record Ask(List<Addressed> orders, Function<List<NodeOwner.Reply>, Step> then) implements Step {}

  /** The answer to the issuer. */
  record Conclude(Domain.Reply reply) implements Step {}

  private final Domain.Request command;
  private final List<Integer> nodes;
  private final Supplier<Step> first;
  private final NodeChanges changes = new NodeChanges();
  private ActorRef<Domain.Reply> replyTo;
  private @Nullable Ask asked;
  private ReplyCollector<NodeOwner.Reply> collector = new ReplyCollector<>(List.of());

  /**
   * @param nodes the distinct nodes it has to do with
   * @param first its first step, taken when its turn has come
   */
  DomainOperation(Domain.Request command, List<Integer> nodes, Supplier<Step> first) {
    this.command = command;
    this.nodes = nodes;
    this.first = first;
    replyTo = command.replyTo();
  }

  Domain.Request command() {
    return command;
  }

  CommandId id() {
    return command.id();
  }

  List<Integer> nodes() {
    return nodes;
  }

  /** Gets the answer: the one that has sent the command last. */
  ActorRef<Domain.Reply> replyTo() {
    return replyTo;
  }

  void repeatedBy(ActorRef<Domain.Reply> issuer) {
    replyTo = issuer;
  }

  /** Begins a round; its answers come into the collector. */
  ReplyCollector<NodeOwner.Reply> asks(Ask ask) {
    this.asked = ask;
    var asked = new ArrayList<Integer>(ask.orders().size());
    ask.orders().forEach(order -> asked.add(order.node()));
    collector = new ReplyCollector<>(asked);
    return collector;
  }

  /** The answers of the round so far. */
  ReplyCollector<NodeOwner.Reply> collector() {
    return collector;
  }

  /** A round has changed a node. */
  void changed(NodeOwner.Changed change) {
    changes.add(change);
  }

  /** What it has changed so far. */
  List<DomainEvent.NodeChange> changes() {
    return changes.all();
  }

  /** The step after a complete round, or the first one. */
  Step next() {
    return asked == null ? first.get() : asked.then().apply(collector.answers());
  }
}
