package io.metasched.metascheduler.deployment;

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
import io.metasched.metascheduler.deployment.config.MemberRole;
import io.metasched.resource.actor.CborSerializable;
import java.util.concurrent.CompletionStage;

/**
 * Metaschedulers, or the grid scheduler, of all groups. The first scheduler of a group, usually the
 * only one, is in the singleton of the cluster. A singleton runs in the oldest JVM of its role, so
 * singletons for all organizations would run in the same JVM. The other schedulers are therefore
 * entities of cluster sharding, distributed over the JVMs of the role.
 */
public final class Schedulers {
  private static final String NAME = "metascheduler";
  private static final int FIRST = 0;
  private static final ShardedEntities OTHERS =
      new ShardedEntities(
          NAME,
          MemberRole.METASCHEDULER,
          new StaticShardAllocation(1),
          (group, id) -> passive(group, id));

  private final ActorSystem<?> system;
  private final ActorRef<Ask> singleton;

  /** Request to the singleton for the first scheduler of a group. */
  record Ask(GroupId group, EntityHost.Resolve question) implements CborSerializable {}

  private Schedulers(ActorSystem<?> system, ActorRef<Ask> singleton) {
    this.system = system;
    this.singleton = singleton;
  }

  /**
   * Creates a host of schedulers in this JVM, if it has the role. The host also finds schedulers in
   * other JVMs.
   */
  public static Schedulers takePart(ActorSystem<?> system, ActorGroup.Registry groups) {
    OTHERS.takePart(system, groups);
    var settings =
        ClusterSingletonSettings.create(system).withRole(MemberRole.METASCHEDULER.registryName());
    Behavior<Ask> firsts = Behaviors.setup(context -> new Firsts(context, groups));
    return new Schedulers(
        system,
        ClusterSingleton.get(system).init(SingletonActor.of(firsts, NAME).withSettings(settings)));
  }

  /** Returns, if this JVM has the role, whether schedulers may start in it from now on. */
  public CompletionStage<Boolean> readyToHost() {
    return OTHERS.readyToHost(system);
  }

  /**
   * Requests the location of a scheduler. A scheduler that does not run is started if it will end
   * with the sender of the question; otherwise, the question is not answered.
   */
  public void find(EntityId scheduler, EntityHost.Resolve question) {
    if (scheduler.number() == FIRST) {
      singleton.tell(new Ask(scheduler.group(), question));
    } else {
      OTHERS.find(system, scheduler, question);
    }
  }

  /**
   * Returns the behavior of an entity. Any message starts an entity; this one continues only if it
   * will end with the sender of the message.
   */
  private static Behavior<EntityHost.Command> passive(ActorGroup group, EntityId id) {
    return Behaviors.receive(
        (context, command) -> {
          if (command instanceof EntityHost.Resolve question && question.endsWithIt()) {
            context.getSelf().tell(question);
            return active(group, id);
          }
          return Behaviors.stopped();
        });
  }

  private static Behavior<EntityHost.Command> active(ActorGroup group, EntityId id) {
    return EntityHost.alone(
        id.number(),
        proxies -> group.scheduler(id.number(), proxies.owners(id.group(), group.recovers())));
  }

  /** Singleton: parent of the first schedulers of all groups. */
  private static final class Firsts extends AbstractBehavior<Ask> {
    private final ActorGroup.Registry groups;

    private Firsts(ActorContext<Ask> context, ActorGroup.Registry groups) {
      super(context);
      this.groups = groups;
    }

    @Override
    public Receive<Ask> createReceive() {
      return newReceiveBuilder().onMessage(Ask.class, this::onAsk).build();
    }

    private Behavior<Ask> onAsk(Ask c) {
      var name = "group-" + c.group();
      var running = getContext().getChild(name);
      if (running.isPresent()) {
        running.get().<EntityHost.Command>unsafeUpcast().tell(c.question());
      } else if (c.question().endsWithIt()) {
        activate(c, name);
      }
      return this;
    }

    private void activate(Ask c, String name) {
      var group = groups.of(c.group());
      if (group.isEmpty()) {
        getContext()
            .getLog()
            .error("Group {} belongs to a deployment that this JVM has not loaded", c.group());
        return;
      }
      getContext()
          .spawn(active(group.get(), new EntityId(c.group(), FIRST)), name)
          .tell(c.question());
    }
  }
}
