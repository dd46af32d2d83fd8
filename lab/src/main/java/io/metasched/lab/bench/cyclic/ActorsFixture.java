package io.metasched.lab.bench.cyclic;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.metascheduler.cyclic.actor.CycleSession;
import io.metasched.metascheduler.cyclic.actor.SessionLink;
import io.metasched.resource.config.DomainSettings;
import io.metasched.resource.fanout.DomainLink;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.CommandId;
import io.metasched.simulation.system.cyclic.actor.DomainActors;
import io.metasched.simulation.system.cyclic.environment.Environment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Owners and domains of an environment as actors, with sessions opened as a metascheduler opens
 * them. Used by one thread.
 */
final class ActorsFixture implements AutoCloseable {
  private static final int ISSUER = 1;

  private final MetaschedulerSettings settings;
  private final ActorSystem<Command> system;

  private sealed interface Command {}

  private record Open(CompletableFuture<Session> opened) implements Command {}

  private record Shut(ActorRef<CycleSession.Command> session) implements Command {}

  private record SessionEvent(CycleSession.Event event) implements Command {}

  /**
   * Open planning session over all domains.
   *
   * @param slots number of slots of all domains in the session
   */
  record Session(ActorRef<CycleSession.Command> ref, DomainLink link, int slots) {}

  /**
   * Starts the actors.
   *
   * @param horizon planning horizon of the sessions; the owners open it as one block
   */
  ActorsFixture(
      Environment environment,
      Span horizon,
      DomainSettings domainSettings,
      MetaschedulerSettings settings) {
    this.settings = settings;
    system =
        ActorSystem.create(
            Behaviors.<Command>setup(
                context -> {
                  var domains = new DomainActors(environment, horizon.end(), domainSettings);
                  return new Guardian(context, domains.spawn(context), horizon, settings).idle();
                }),
            "metasched");
  }

  /** Parent actor that opens sessions, one at a time. */
  private static final class Guardian {
    private final ActorContext<Command> context;
    private final Domains domains;
    private final Span horizon;
    private final MetaschedulerSettings settings;
    private final ActorRef<CycleSession.Event> events;
    private long opened;

    Guardian(
        ActorContext<Command> context,
        Domains domains,
        Span horizon,
        MetaschedulerSettings settings) {
      this.context = context;
      this.domains = domains;
      this.horizon = horizon;
      this.settings = settings;
      events = context.messageAdapter(CycleSession.Event.class, SessionEvent::new);
    }

    Behavior<Command> idle() {
      return Behaviors.receive(Command.class)
          .onMessage(Open.class, this::onOpen)
          .onMessage(Shut.class, this::onShut)
          .build();
    }

    private Behavior<Command> onShut(Shut shut) {
      context.stop(shut.session());
      return Behaviors.same();
    }

    private Behavior<Command> onOpen(Open open) {
      var first = new CommandId(ISSUER, opened++ << Integer.SIZE);
      var over = new CompletableFuture<@Nullable Void>();
      var behavior = CycleSession.create(domains, ISSUER, settings, events);
      var session = context.spawn(behavior, "session-" + opened);
      session.tell(new CycleSession.Open(first, horizon, 0, over));
      var deadline = settings.faultDeadline().multipliedBy(3);
      var link = new SessionLink(first, session, deadline, over, new LongAdder());
      return Behaviors.receive(Command.class)
          .onMessage(SessionEvent.class, reported -> onSessionEvent(reported.event(), link, open))
          .onMessage(Shut.class, this::onShut)
          .build();
    }

    private Behavior<Command> onSessionEvent(
        CycleSession.Event event, SessionLink link, Open open) {
      if (event instanceof CycleSession.Opened offers) {
        open.opened().complete(new Session(link.session(), link, offers.slots()));
      } else {
        open.opened().completeExceptionally(new IllegalStateException(event.toString()));
      }
      return idle();
    }
  }

  /** Opens a session, and waits until all domains have opened it. */
  Session open() {
    var opened = new CompletableFuture<Session>();
    system.tell(new Open(opened));
    return opened.orTimeout(settings.faultDeadline().toMillis(), TimeUnit.MILLISECONDS).join();
  }

  void close(Session session) {
    system.tell(new Shut(session.ref()));
  }

  @Override
  public void close() {
    system.terminate();
    system.getWhenTerminated().toCompletableFuture().join();
  }
}
