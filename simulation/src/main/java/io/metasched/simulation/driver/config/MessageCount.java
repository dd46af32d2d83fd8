package io.metasched.simulation.driver.config;

import akka.actor.AbstractExtensionId;
import akka.actor.ActorSystem;
import akka.actor.ExtendedActorSystem;
import akka.actor.Extension;
import java.util.concurrent.atomic.LongAdder;

/** Number of messages in an actor system with {@link CountingMailbox counting mailboxes}. */
public final class MessageCount implements Extension {
  private static final Id ID = new Id();

  private final LongAdder messages = new LongAdder();

  private static final class Id extends AbstractExtensionId<MessageCount> {
    @Override
    public MessageCount createExtension(ExtendedActorSystem system) {
      return new MessageCount();
    }
  }

  private MessageCount() {}

  /** Returns the count of an actor system. */
  public static MessageCount of(ActorSystem system) {
    return ID.get(system);
  }

  LongAdder messages() {
    return messages;
  }

  /** Returns the number of messages sent so far. */
  public long sum() {
    return messages.sum();
  }
}
