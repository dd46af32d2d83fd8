package io.metasched.service.agent.link;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Props;
import io.metasched.service.agent.FactListeners;
import io.metasched.service.site.SiteCalendar;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Addresses by which the two sides of the link find each other. */
public final class Link {
  /** Name of the actor systems of services and agents, which is part of their addresses. */
  public static final String SYSTEM = "metasched";

  /** Largest piece of output in one message, in bytes. */
  static final int MOST_PIECE = 64 << 10;

  private static final String DESK = "agent-desk";

  private Link() {}

  /** Starts the service side under the name that agents use. */
  static ActorRef<DeskCommand> openDesk(
      ActorSystem<?> system,
      FactListeners listeners,
      Consumer<SiteCalendar> sites,
      DeskSettings settings,
      Map<String, List<String>> awaited,
      Clock clock) {
    var desk = AgentDesk.create(listeners, sites, settings, awaited, clock);
    return system.systemActorOf(desk, DESK, Props.empty());
  }

  /** Returns a reference to the service side in another JVM, which may not be running. */
  public static ActorRef<DeskCommand> desk(ActorSystem<?> system, String host, int port) {
    return ActorRefResolver.get(system)
        .resolveActorRef("akka://%s@%s:%d/system/%s".formatted(SYSTEM, host, port, DESK));
  }
}
