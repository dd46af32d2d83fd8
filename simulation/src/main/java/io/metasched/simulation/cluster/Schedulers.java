package io.metasched.simulation.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.cluster.typed.ClusterSingleton;
import akka.cluster.typed.ClusterSingletonSettings;
import akka.cluster.typed.SingletonActor;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.simulation.cluster.config.Role;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The singleton of the cluster: parent of the metaschedulers, or of the grid scheduler, of all
 * plays.
 */
final class Schedulers extends AbstractBehavior<Schedulers.Command> {
  private static final String NAME = "metascheduler";

  /** Everything the singleton understands. */
  sealed interface Command extends CborSerializable {}

  /**
   * Asks for the schedulers of a play, which come to life where they are not alive yet. Answered by
   * {@link Casting.Brought}.
   *
   * @param owners those of the play, by number
   */
  record Engage(
      PlayId play,
      SortedMap<Integer, ActorRef<Object>> owners,
      String name,
      ActorRef<Casting.Command> replyTo)
      implements Command {
    public Engage {
      owners = Collections.unmodifiableSortedMap(new TreeMap<>(owners));
    }
  }

  private final Repertoire repertoire;

  private Schedulers(ActorContext<Command> context, Repertoire repertoire) {
    super(context);
    this.repertoire = repertoire;
  }

  /** Takes part: lets the singleton live in this JVM, if it has the role, and finds it. */
  static ActorRef<Command> takePart(ActorSystem<?> system, Repertoire repertoire) {
    var settings =
        ClusterSingletonSettings.create(system).withRole(Role.METASCHEDULER.registryName());
    Behavior<Command> behavior = Behaviors.setup(context -> new Schedulers(context, repertoire));
    return ClusterSingleton.get(system)
        .init(SingletonActor.of(behavior, NAME).withSettings(settings));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder().onMessage(Engage.class, this::onEngage).build();
  }

  private Behavior<Command> onEngage(Engage c) {
    var scene = repertoire.of(c.play().run());
    if (scene.isEmpty()) {
      getContext().getLog().error("Play {} is of a run that this JVM has not learnt", c.play());
      return this;
    }
    var name = "play-" + c.play();
    getContext()
        .getChild(name)
        .map(known -> known.<Ensemble.Command>unsafeUpcast())
        .orElseGet(
            () ->
                getContext()
                    .spawn(
                        Ensemble.create(
                            () -> scene.get().schedulers(c.play().policy(), c.owners())),
                        name))
        .tell(new Ensemble.Bring(c.name(), c.replyTo()));
    return this;
  }
}
