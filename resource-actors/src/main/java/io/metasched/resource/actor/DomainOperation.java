package io.metasched.resource.actor;

import akka.actor.typed.ActorRef;
import io.metasched.resource.model.JobId;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.ReplyCollector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Command in execution in a domain: rounds of commands to the owners, each round sent at once, and
 * one reply at the end.
 */
final class DomainOperation {

  /** Command to an owner, still without id and receiver of the reply. */
  @FunctionalInterface
  interface Order {
    NodeOwner.Command as(CommandId id, ActorRef<NodeOwner.Reply> replyTo);
  }

  /** Order for one node. */
  record Addressed(int node, Order order) {
    /** Returns the order to hold a part for a job. */
    static Addressed hold(JobId job, HeldPart part, long now, long lapse) {
      return new Addressed(
          part.node(),
          (id, to) -> new NodeOwner.Hold(id, job, part.span(), part.seenVersion(), now, lapse, to));
    }
  }

  /** Next step of an operation. */
  sealed interface Step {}

  /**
   * Orders to distinct nodes, with a function that returns the next step from the replies, which
   * are in the order of the orders.
   */
  record Ask(List<Addressed> orders, Function<List<NodeOwner.Reply>, Step> then) implements Step {}

  /** Reply to the issuer, sent after it is written. */
  record Conclude(Domain.Reply reply) implements Step {}

  /** Reply to the issuer that is not written; the function passes the reply on, possibly later. */
  record Answer(Consumer<Consumer<Domain.Reply>> reply) implements Step {}

  private final Domain.Request command;
  private final List<Integer> nodes;
  private final Supplier<Step> first;
  private final NodeChanges changes = new NodeChanges();
  private ActorRef<Domain.Reply> replyTo;
  private @Nullable Ask asked;
  private ReplyCollector<NodeOwner.Reply> collector = new ReplyCollector<>(List.of());

  /**
   * @param nodes the distinct nodes that the command involves
   * @param first supplier of the first step, called when the operation has its nodes
   */
  DomainOperation(Domain.Request command, List<Integer> nodes, Supplier<Step> first) {
    this.command = command;
    this.nodes = nodes;
    this.first = first;
    replyTo = command.replyTo();
  }

  // --- steps

  /** Sends one order to several nodes; the reply is the first refusal, if there is one. */
  static Step ask(
      CommandId id, List<Integer> nodes, Order order, Function<List<NodeOwner.Reply>, Step> then) {
    var orders = new ArrayList<Addressed>(nodes.size());
    for (int node : nodes) {
      orders.add(new Addressed(node, order));
    }
    return ask(id, orders, then);
  }

  /** Sends orders to several nodes; the reply is the first refusal, if there is one. */
  static Step ask(
      CommandId id, List<Addressed> orders, Function<List<NodeOwner.Reply>, Step> then) {
    return new Ask(orders, answers -> unlessRefused(id, answers, () -> then.apply(answers)));
  }

  /** Concludes with the first refusal, or continues if there is none. */
  static Step unlessRefused(CommandId id, List<NodeOwner.Reply> answers, Supplier<Step> then) {
    return refusal(id, answers).<Step>map(Conclude::new).orElseGet(then);
  }

  static Step done(CommandId id) {
    return new Conclude(new Domain.Done(id));
  }

  /**
   * Returns the first refusal among the replies.
   *
   * @throws IllegalStateException if an owner rejected a command from its own domain
   */
  static Optional<Domain.Reply> refusal(CommandId id, List<NodeOwner.Reply> answers) {
    requireTaken(id, answers);
    return all(NodeOwner.Refused.class, answers).stream()
        .findFirst()
        .map(refused -> new Domain.Refused(id, refused.node(), refused.reason()));
  }

  /**
   * Checks that no owner rejected a command from its own domain.
   *
   * @throws IllegalStateException if an owner did
   */
  static void requireTaken(CommandId id, List<NodeOwner.Reply> answers) {
    for (var answer : answers) {
      if (answer instanceof NodeOwner.Rejected rejected) {
        throw new IllegalStateException("%s for %s".formatted(rejected, id));
      }
    }
  }

  /** Returns the replies of one kind. */
  static <A> List<A> all(Class<A> kind, List<NodeOwner.Reply> answers) {
    var some = new ArrayList<A>();
    for (var answer : answers) {
      if (kind.isInstance(answer)) {
        some.add(kind.cast(answer));
      }
    }
    return some;
  }

  // --- state

  Domain.Request command() {
    return command;
  }

  CommandId id() {
    return command.id();
  }

  List<Integer> nodes() {
    return nodes;
  }

  /** Returns the receiver of the reply: the last sender of the command. */
  ActorRef<Domain.Reply> replyTo() {
    return replyTo;
  }

  void repeatedBy(ActorRef<Domain.Reply> issuer) {
    replyTo = issuer;
  }

  /** Begins a round; its replies are stored in the returned collector. */
  ReplyCollector<NodeOwner.Reply> asks(Ask ask) {
    this.asked = ask;
    var asked = new ArrayList<Integer>(ask.orders().size());
    ask.orders().forEach(order -> asked.add(order.node()));
    collector = new ReplyCollector<>(asked);
    return collector;
  }

  /** Returns the replies of the round so far. */
  ReplyCollector<NodeOwner.Reply> collector() {
    return collector;
  }

  /** Records that a round has changed a node. */
  void changed(NodeOwner.Changed change) {
    changes.add(change);
  }

  /** Returns the changes so far. */
  List<DomainEvent.NodeChange> changes() {
    return changes.all();
  }

  /** Returns the first step, or the step after a complete round. */
  Step next() {
    return asked == null ? first.get() : asked.then().apply(collector.answers());
  }
}
