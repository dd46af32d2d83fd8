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
import java.util.concurrent.CompletionStage;

/**
 * The metaschedulers, or the grid scheduler, of all plays. The first of a play, mostly the only
 * one, lives in the singleton of the cluster. A singleton is in the oldest JVM of its role, and so
 * would be one for each organization; that several of them compete from several JVMs, the others
 * are entities of cluster sharding, dealt out to the JVMs of the role.
 */
final class Schedulers {
  private static final String NAME = "metascheduler";
  private static final int FIRST = 0;
  private static final Entities OTHERS =
      new Entities(
          NAME, Role.METASCHEDULER, new SteadyAllocation(1), (scene, id) -> asleep(scene, id));

  private final ActorSystem<?> system;
  private final ActorRef<Ask> singleton;

  /** Asks the singleton for the first scheduler of a play. */
  record Ask(PlayId play, Ensemble.Bring question) implements CborSerializable {}

  private Schedulers(ActorSystem<?> system, ActorRef<Ask> singleton) {
    this.system = system;
    this.singleton = singleton;
  }

  /** Takes part: lets them live in this JVM, if it has the role, and finds those elsewhere. */
  static Schedulers takePart(ActorSystem<?> system, Repertoire repertoire) {
    OTHERS.takePart(system, repertoire);
    var settings =
        ClusterSingletonSettings.create(system).withRole(Role.METASCHEDULER.registryName());
    Behavior<Ask> firsts = Behaviors.setup(context -> new Firsts(context, repertoire));
    return new Schedulers(
        system,
        ClusterSingleton.get(system).init(SingletonActor.of(firsts, NAME).withSettings(settings)));
  }

  /** Whether they may come to life in this JVM from now on, if it has the role. */
  CompletionStage<Boolean> mayCome() {
    return OTHERS.mayCome(system);
  }

  /**
   * Asks where a scheduler is. One who is not alive comes to life for somebody with whom he shall
   * end; nobody else is answered then.
   */
  void find(EntityId scheduler, Ensemble.Bring question) {
    if (scheduler.number() == FIRST) {
      singleton.tell(new Ask(scheduler.play(), question));
    } else {
      OTHERS.find(system, scheduler, question);
    }
  }

  /** An entity comes to life by any message; so this one only does when it is to stay. */
  private static Behavior<Ensemble.Command> asleep(Scene scene, EntityId id) {
    return Behaviors.receive(
        (context, command) -> {
          if (command instanceof Ensemble.Bring question && question.endsWithIt()) {
            context.getSelf().tell(question);
            return awake(scene, id);
          }
          return Behaviors.stopped();
        });
  }

  private static Behavior<Ensemble.Command> awake(Scene scene, EntityId id) {
    var play = id.play();
    return Ensemble.alone(
        id.number(),
        lines -> scene.scheduler(play, id.number(), lines.owners(play, scene.comesBack())));
  }

  /** The singleton: parent of the first schedulers of all plays. */
  private static final class Firsts extends AbstractBehavior<Ask> {
    private final Repertoire repertoire;

    private Firsts(ActorContext<Ask> context, Repertoire repertoire) {
      super(context);
      this.repertoire = repertoire;
    }

    @Override
    public Receive<Ask> createReceive() {
      return newReceiveBuilder().onMessage(Ask.class, this::onAsk).build();
    }

    private Behavior<Ask> onAsk(Ask c) {
      var name = "play-" + c.play();
      var alive = getContext().getChild(name);
      if (alive.isPresent()) {
        alive.get().<Ensemble.Command>unsafeUpcast().tell(c.question());
      } else if (c.question().endsWithIt()) {
        engage(c, name);
      }
      return this;
    }

    private void engage(Ask c, String name) {
      var scene = repertoire.of(c.play().run());
      if (scene.isEmpty()) {
        getContext().getLog().error("Play {} is of a run that this JVM has not learnt", c.play());
        return;
      }
      getContext()
          .spawn(awake(scene.get(), new EntityId(c.play(), FIRST)), name)
          .tell(c.question());
    }
  }
}
