package io.metasched.resource.actor.journal;

import akka.actor.typed.ActorRef;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import io.metasched.resource.actor.CborSerializable;
import java.util.ArrayDeque;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What an actor has done, in order. It appends an event, and does what follows from it once the
 * event is written; without a journal that is at once. Part of its actor, and confined to it.
 */
public final class Chronicle {
  private final @Nullable ActorRef<Scribe.Write> scribe;
  private final ArrayDeque<Runnable> unwritten = new ArrayDeque<>();

  private Chronicle(@Nullable ActorRef<Scribe.Write> scribe) {
    this.scribe = scribe;
  }

  /** The chronicle of an actor that does not outlive its JVM. */
  public static Chronicle unkept() {
    return new Chronicle(null);
  }

  /**
   * Opens the chronicle of an actor. If it {@link #isKept}, the actor is told all that is in it
   * already before anything else; {@link #hear} takes what the scribe tells behind that.
   *
   * @param told makes a command of the actor of what its scribe tells
   */
  public static <C> Chronicle open(
      ActorContext<C> context, Journal journal, Function<Scribe.Told, C> told) {
    var owner = context.messageAdapter(Scribe.Told.class, told::apply);
    var scribe =
        journal
            .scribe(owner)
            .map(each -> context.spawn(each, "scribe", DispatcherSelector.sameAsParent()));
    scribe.ifPresent(each -> context.watchWith(each, told.apply(new Scribe.Stopped())));
    return new Chronicle(scribe.orElse(null));
  }

  /** Whether what is appended is kept. */
  public boolean isKept() {
    return scribe != null;
  }

  /**
   * Appends an event.
   *
   * @param then what follows from it, once it is written
   */
  public void append(CborSerializable event, Runnable then) {
    if (scribe == null) {
      then.run();
      return;
    }
    unwritten.add(then);
    scribe.tell(new Scribe.Write(event));
  }

  /**
   * The scribe has told that an event is written, or stopped.
   *
   * @throws IllegalStateException when it has stopped: the actor is not to go on, and comes to life
   *     again as far as is written
   */
  public void hear(Scribe.Told told) {
    if (!(told instanceof Scribe.Written)) {
      throw new IllegalStateException("what was done could not be written down");
    }
    unwritten.remove().run();
  }
}
