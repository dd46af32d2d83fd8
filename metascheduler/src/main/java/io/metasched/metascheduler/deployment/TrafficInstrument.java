package io.metasched.metascheduler.deployment;

import akka.actor.ActorRef;
import akka.actor.ExtendedActorSystem;
import akka.cluster.sharding.typed.ShardingEnvelope;
import akka.remote.artery.RemoteInstrument;
import io.metasched.resource.actor.CborSerializable;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Instrument with which the {@link RemoteTrafficCounter} counts each message of this project that
 * leaves an actor system. Messages by which members maintain the cluster are not counted. The
 * reference.conf names this class, and the library creates an instrument for each connection.
 */
public final class TrafficInstrument extends RemoteInstrument {
  private static final byte IDENTIFIER = 17; // numbers from 8 to 31 are free

  private final RemoteTrafficCounter counter;

  public TrafficInstrument(ExtendedActorSystem system) {
    counter = RemoteTrafficCounter.of(system);
  }

  @Override
  public byte identifier() {
    return IDENTIFIER;
  }

  @Override
  public void remoteMessageSent(
      @Nullable ActorRef recipient,
      Object message,
      @Nullable ActorRef sender,
      int size,
      long nanos) {
    var content = message instanceof ShardingEnvelope<?> wrapped ? wrapped.message() : message;
    if (recipient != null
        && content instanceof CborSerializable
        && !(content instanceof NotCounted)) {
      counter.count(recipient.path().address(), size);
    }
  }

  @Override
  public void remoteWriteMetadata(
      @Nullable ActorRef recipient, Object message, @Nullable ActorRef sender, ByteBuffer buffer) {}

  @Override
  public void remoteReadMetadata(
      @Nullable ActorRef recipient, Object message, @Nullable ActorRef sender, ByteBuffer buffer) {}

  @Override
  public void remoteMessageReceived(
      @Nullable ActorRef recipient,
      Object message,
      @Nullable ActorRef sender,
      int size,
      long nanos) {}
}
