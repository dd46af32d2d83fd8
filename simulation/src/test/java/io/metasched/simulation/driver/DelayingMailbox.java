package io.metasched.simulation.driver;

import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.dispatch.Envelope;
import akka.dispatch.MailboxType;
import akka.dispatch.MessageQueue;
import akka.dispatch.ProducesMessageQueue;
import akka.dispatch.UnboundedMessageQueueSemantics;
import com.typesafe.config.Config;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import scala.Option;

/**
 * Mailbox that delivers its messages in order but late: it often reports that it is empty, so that
 * other actors run first, and sometimes it pauses. As {@code mailbox-type} of the default mailbox,
 * it delays the messages to all actors, seeded by {@code seed}.
 */
public final class DelayingMailbox
    implements MailboxType, ProducesMessageQueue<DelayingMailbox.LateQueue> {
  private final AtomicLong seeds;

  public DelayingMailbox(ActorSystem.Settings settings, Config config) {
    seeds = new AtomicLong(config.getLong("seed"));
  }

  @Override
  public MessageQueue create(Option<ActorRef> owner, Option<ActorSystem> system) {
    return new LateQueue(new SplittableRandom(seeds.incrementAndGet()));
  }

  static final class LateQueue implements MessageQueue, UnboundedMessageQueueSemantics {
    private final ConcurrentLinkedQueue<Envelope> messages = new ConcurrentLinkedQueue<>();
    private final SplittableRandom random;

    LateQueue(SplittableRandom random) {
      this.random = random;
    }

    @Override
    public void enqueue(ActorRef receiver, Envelope handle) {
      messages.add(handle);
    }

    @Override
    public Envelope dequeue() {
      int luck = random.nextInt(200);
      if (luck == 0) {
        LockSupport.parkNanos(random.nextLong(200_000));
      }
      return luck < 60 ? null : messages.poll();
    }

    @Override
    public int numberOfMessages() {
      return messages.size();
    }

    @Override
    public boolean hasMessages() {
      return !messages.isEmpty();
    }

    @Override
    public void cleanUp(ActorRef owner, MessageQueue deadLetters) {
      for (var left = messages.poll(); left != null; left = messages.poll()) {
        deadLetters.enqueue(owner, left);
      }
    }
  }
}
