package io.metasched.simulation.driver.config;

import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.actor.typed.internal.TimerSchedulerImpl;
import akka.dispatch.Envelope;
import akka.dispatch.MailboxType;
import akka.dispatch.MessageQueue;
import akka.dispatch.NodeMessageQueue;
import akka.dispatch.ProducesMessageQueue;
import akka.dispatch.UnboundedMessageQueueSemantics;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.concurrent.atomic.LongAdder;
import scala.Option;

/**
 * Unbounded mailbox that counts the messages to the actors of runs: owners, schedulers and users,
 * but not the clock that drives them. Timers do not count, because their number depends on wall
 * time.
 */
public final class CountingMailbox implements MailboxType, ProducesMessageQueue<MessageQueue> {
  private static final String ACTORS_OF_RUNS = "/user/run-[0-9]+/.+";

  /**
   * Creates the mailbox; called by the actor system.
   *
   * @param settings settings of the actor system
   * @param config configuration of the mailbox
   */
  public CountingMailbox(ActorSystem.Settings settings, Config config) {}

  /** Returns the configuration of an actor system that counts messages. */
  public static Config config() {
    return ConfigFactory.parseString(
            "akka.actor.typed.default-mailbox.mailbox-type=\"%s\""
                .formatted(CountingMailbox.class.getName()))
        .withFallback(ConfigFactory.load());
  }

  @Override
  public MessageQueue create(Option<ActorRef> owner, Option<ActorSystem> system) {
    boolean counts =
        owner.isDefined()
            && system.isDefined()
            && owner.get().path().toStringWithoutAddress().matches(ACTORS_OF_RUNS);
    return counts
        ? new CountingQueue(MessageCount.of(system.get()).messages())
        : new NodeMessageQueue();
  }

  private static final class CountingQueue implements MessageQueue, UnboundedMessageQueueSemantics {
    private final NodeMessageQueue messages = new NodeMessageQueue();
    private final LongAdder count;

    CountingQueue(LongAdder count) {
      this.count = count;
    }

    @Override
    public void enqueue(ActorRef receiver, Envelope handle) {
      if (!(handle.message() instanceof TimerSchedulerImpl.TimerMsg)) {
        count.increment();
      }
      messages.enqueue(receiver, handle);
    }

    @Override
    public Envelope dequeue() {
      return messages.dequeue();
    }

    @Override
    public int numberOfMessages() {
      return messages.numberOfMessages();
    }

    @Override
    public boolean hasMessages() {
      return messages.hasMessages();
    }

    @Override
    public void cleanUp(ActorRef owner, MessageQueue deadLetters) {
      messages.cleanUp(owner, deadLetters);
    }
  }
}
