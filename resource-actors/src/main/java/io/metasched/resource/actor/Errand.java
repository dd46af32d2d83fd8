package io.metasched.resource.actor;

import akka.actor.typed.ActorRef;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.Gathering;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A command on its way through a domain: rounds of commands to the owners, each round asked at
 * once, and one answer at the end.
 */
final class Errand {

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

  /** The answer to the giver. */
  record Conclude(Domain.Reply reply) implements Step {}

  private final Domain.Request command;
  private final List<Integer> nodes;
  private final Supplier<Step> first;
  private ActorRef<Domain.Reply> replyTo;
  private @Nullable Ask asked;
  private Gathering<NodeOwner.Reply> gathering = new Gathering<>(List.of());

  /**
   * @param nodes the distinct nodes it has to do with
   * @param first its first step, taken when its turn has come
   */
  Errand(Domain.Request command, List<Integer> nodes, Supplier<Step> first) {
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

  /** Who gets the answer: whoever has given the command last. */
  ActorRef<Domain.Reply> replyTo() {
    return replyTo;
  }

  void repeatedBy(ActorRef<Domain.Reply> giver) {
    replyTo = giver;
  }

  /** Begins a round; its answers come into the gathering. */
  Gathering<NodeOwner.Reply> asks(Ask ask) {
    this.asked = ask;
    var asked = new ArrayList<Integer>(ask.orders().size());
    ask.orders().forEach(order -> asked.add(order.node()));
    gathering = new Gathering<>(asked);
    return gathering;
  }

  /** The answers of the round so far. */
  Gathering<NodeOwner.Reply> gathering() {
    return gathering;
  }

  /** The step after a complete round, or the first one. */
  Step next() {
    return asked == null ? first.get() : asked.then().apply(gathering.answers());
  }
}
