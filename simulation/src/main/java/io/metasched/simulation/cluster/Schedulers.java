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
import java.util.Optional;

/**
 * The singleton of the cluster: parent of the metaschedulers, or of the grid scheduler, of all
 * plays.
 */
final class Schedulers extends AbstractBehavior<Schedulers.Command> {
  private static final String NAME = "metascheduler";

  /** Everything the singleton understands. */
  sealed interface Command extends CborSerializable {}

  /**
   * Asks for the schedulers of a play, which come to life where they are not alive yet, and end
   * with whoever asks. Answered by {@link Casting.Brought}.
   */
  record Engage(PlayId play, String name, ActorRef<Casting.Command> replyTo) implements Command {}

  /** Asks for the schedulers of a play; answered by {@link Casting.Brought} if they are alive. */
  record Find(PlayId play, ActorRef<Casting.Command> replyTo) implements Command {}

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
    return newReceiveBuilder()
        .onMessage(Engage.class, this::onEngage)
        .onMessage(Find.class, this::onFind)
        .build();
  }

  private Behavior<Command> onFind(Find c) {
    alive(c.play())
        .ifPresent(ensemble -> ensemble.tell(new Ensemble.Bring("", false, c.replyTo())));
    return this;
  }

  private Optional<ActorRef<Ensemble.Command>> alive(PlayId play) {
    return getContext().getChild(name(play)).map(known -> known.<Ensemble.Command>unsafeUpcast());
  }

  private static String name(PlayId play) {
    return "play-" + play;
  }

  private Behavior<Command> onEngage(Engage c) {
    var scene = repertoire.of(c.play().run());
    if (scene.isEmpty()) {
      getContext().getLog().error("Play {} is of a run that this JVM has not learnt", c.play());
      return this;
    }
    alive(c.play())
        .orElseGet(() -> engage(scene.get(), c.play()))
        .tell(new Ensemble.Bring(c.name(), true, c.replyTo()));
    return this;
  }

  private ActorRef<Ensemble.Command> engage(Scene scene, PlayId play) {
    return getContext()
        .spawn(
            Ensemble.create(
                lines ->
                    scene.schedulers(play, number -> lines.owner(play, number, scene.comesBack()))),
            name(play));
  }
}
