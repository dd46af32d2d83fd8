package io.metasched.metascheduler.deployment;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.CommandBatcher;
import io.metasched.resource.actor.Domain;
import java.util.List;

/**
 * Services of every member of a cluster for the other members: it delivers batches of commands to
 * the domains of this JVM, and replies with statistics of this JVM.
 */
final class NodeServices extends AbstractBehavior<NodeServices.Command> {
  static final String NAME = "node-services";

  /** Command to a member, regardless of the actors that it hosts. */
  sealed interface Command {}

  /** Request to deliver commands to domains in this JVM. The replies are returned in batches. */
  record DeliverBatch(
      List<CommandBatcher.AddressedCommand> addressed, ActorRef<Domain.Reply> replyTo)
      implements Command, CborSerializable {
    public DeliverBatch {
      addressed = List.copyOf(addressed);
    }
  }

  /** Request for the statistics of this JVM. */
  record Count(ActorRef<NodeStats> replyTo) implements Command, NotCounted {}

  private NodeServices(ActorContext<Command> context) {
    super(context);
  }

  static Behavior<Command> create() {
    return Behaviors.setup(NodeServices::new);
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(DeliverBatch.class, this::onDeliverBatch)
        .onMessage(Count.class, this::onCount)
        .build();
  }

  private Behavior<Command> onDeliverBatch(DeliverBatch c) {
    getContext().spawnAnonymous(CommandBatcher.create(c.addressed(), c.replyTo()));
    return this;
  }

  private Behavior<Command> onCount(Count c) {
    var counted = RemoteTrafficCounter.of(getContext().getSystem()).counted();
    c.replyTo().tell(counted);
    return this;
  }
}
